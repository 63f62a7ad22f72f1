import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { DAYS_KEPT, type DayCount } from './policy.ts'

export interface DayCountRow {
  /** Date in UTC, for example `2026-11-23`. */
  day: string
  kind: DayCount
  count: number
}

/** Adds numbers to the stored counts. The rows are sorted, so that two nodes cannot deadlock. */
export async function addCounts(db: Kysely<DB>, counts: readonly DayCountRow[]): Promise<void> {
  await sql`
    insert into day_counts (day, kind, count)
    select day::date, kind, count from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as added (day text, kind text, count bigint)
    order by day, kind
    on conflict (day, kind) do update set count = day_counts.count + excluded.count`.execute(db)
}

/** Returns the counts of the given number of days until today, oldest first. Omits kinds without a count. */
export async function listDays(
  db: Kysely<DB>,
  days: number,
): Promise<{ day: string; counts: Partial<Record<DayCount, number>> }[]> {
  const { rows } = await sql<{ day: string; counts: Partial<Record<DayCount, number>> }>`
    select to_char(each.day, 'YYYY-MM-DD') as day,
      coalesce(jsonb_object_agg(c.kind, c.count) filter (where c.kind is not null), '{}') as counts
    from generate_series(${today} - ${days - 1}::int, ${today}, interval '1 day') as each (day)
    left join day_counts c on c.day = each.day::date
    group by each.day order by each.day`.execute(db)
  return rows
}

/**
 * Counts new members and posts of each day since the last completed day, and today's active members. A member
 * who verifies their email address later isn't added to a past day. Active members can only be counted today,
 * because a session stores only its last use, to within a quarter of an hour.
 */
export async function countDays(db: Kysely<DB>): Promise<void> {
  await sql`
    with counted as (
      select greatest(coalesce((select max(day) from day_counts where kind = 'posts') - 1, ${today} - ${DAYS_KEPT}::int),
        ${today} - ${DAYS_KEPT}::int) as since
    ), days as (
      select day::date, (day at time zone 'UTC') as begins, ((day + interval '1 day') at time zone 'UTC') as ends
      from counted, generate_series(since::timestamp, ${today}::timestamp, interval '1 day') as day
    ), counts as (
      select day, 'members_joined' as kind,
        (select count(*) from users where email_verified and created_at >= begins and created_at < ends) as count
      from days
      union all
      select day, 'posts', (
        select count(*) from post_rankings
        where scope = whole_forum() and created_at >= begins and created_at < ends)
      from days
      union all
      select day, 'members_active', (select count(distinct user_id) from sessions where used_at >= begins)
      from days where day = ${today}
    )
    insert into day_counts (day, kind, count) select day, kind, count from counts order by day, kind
    on conflict (day, kind) do update set count = case
      when excluded.kind = 'members_active' then greatest(day_counts.count, excluded.count) else excluded.count end`.execute(
    db,
  )
}

export async function deleteOldDays(db: Kysely<DB>): Promise<void> {
  await sql`delete from day_counts where day < ${today} - ${DAYS_KEPT}::int`.execute(db)
}

const today = sql`(now() at time zone 'UTC')::date`
