import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { isReported, originOf } from '../origin.server.ts'
import type { TransparencyReport } from './contract.ts'
import { boundsOf, ROWS_MAX } from './policy.ts'

/** Counts reports, decisions, actions and appeals of a period such as `2026` or `2026-11`. */
export async function readTransparency(db: Kysely<DB>, period: string): Promise<TransparencyReport> {
  const { from, to } = boundsOf(period)
  const during: During = (column) =>
    sql<boolean>`${sql.ref(column)} >= ${`${from}T00:00Z`}::timestamptz and ${sql.ref(column)} < ${`${to}T00:00Z`}::timestamptz`
  const [reports, cases, holds, actions, appeals, first_year] = await Promise.all([
    countReports(db, during),
    countCases(db, during),
    countHolds(db, during),
    countActions(db, during),
    countAppeals(db, during),
    findFirstYear(db),
  ])
  return { period, from, to, first_year, reports, cases, holds, actions, appeals }
}

type During = (column: string) => RawBuilder<boolean>

async function countReports(db: Kysely<DB>, during: During): Promise<TransparencyReport['reports']> {
  const { rows: items } = await sql<TransparencyReport['reports']['items'][number]>`
    select r.reason, c.kind, count(*)::int as count
    from reports r join moderation_cases c on c.id = r.case_id
    where ${during('r.created_at')} group by 1, 2 order by 3 desc, 1, 2`.execute(db)
  return { total: sumOf(items), items }
}

const IS_REPORTED = isReported('c')

async function countCases(db: Kysely<DB>, during: During): Promise<TransparencyReport['cases']> {
  const { rows } = await sql<TransparencyReport['cases']>`
    select upheld, rejected, moot, (
      select count(*)::int from moderation_cases c
      where c.closed_at is null and ${IS_REPORTED} and ${during('c.created_at')}) as open, median_seconds
    from (
      select count(*) filter (where outcome = 'upheld')::int as upheld,
        count(*) filter (where outcome = 'rejected')::int as rejected,
        count(*) filter (where outcome = 'moot')::int as moot,
        ${median(sql`c.closed_at - c.created_at`)} as median_seconds
      from moderation_cases c where ${IS_REPORTED} and ${during('c.closed_at')}) as closed`.execute(db)
  return rows[0] as TransparencyReport['cases']
}

/** Counts the cases of held texts, because the texts are deleted after a decision. */
async function countHolds(db: Kysely<DB>, during: During): Promise<TransparencyReport['holds']> {
  const { rows } = await sql<TransparencyReport['holds']>`
    select count(*)::int as total, count(*) filter (where is_automatic_hold)::int as automatic
    from moderation_cases c where c.source = 'pending' and ${during('c.created_at')}`.execute(db)
  return rows[0] as TransparencyReport['holds']
}

/** Counts each action by itself, also those that are parts of a decision or purge. */
async function countActions(db: Kysely<DB>, during: During): Promise<TransparencyReport['actions']> {
  const { rows: items } = await sql<TransparencyReport['actions']['items'][number]>`
    select m.action, m.kind, m.rule, ${originOf(sql`m.case_id`)} as origin, m.acted_as = 'system' as is_automatic, count(*)::int as count
    from moderation_actions m
    where ${during('m.created_at')} group by 1, 2, 3, 4, 5 order by 6 desc, 1, 2, 3, 4, 5 limit ${ROWS_MAX}`.execute(
    db,
  )
  return { total: sumOf(items), items }
}

/** Counts the cases of appeals, because an appeal is deleted with its member's account, and its case stays. */
async function countAppeals(db: Kysely<DB>, during: During): Promise<TransparencyReport['appeals']> {
  const { rows } = await sql<TransparencyReport['appeals']>`
    select (
      select count(*)::int from moderation_cases c
      where c.source = 'appeal' and ${during('c.created_at')}) as received, decided.*
    from (
      select count(*) filter (where outcome = 'upheld')::int as granted,
        count(*) filter (where outcome = 'rejected')::int as rejected,
        count(*) filter (where outcome = 'moot')::int as moot,
        ${median(sql`c.closed_at - c.created_at`)} as median_seconds
      from moderation_cases c where c.source = 'appeal' and ${during('c.closed_at')}) as decided`.execute(db)
  return rows[0] as TransparencyReport['appeals']
}

/** Median seconds of the cases that were decided on, which excludes those without need for a decision. */
function median(duration: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql`extract(epoch from percentile_cont(0.5) within group (order by ${duration})
    filter (where outcome <> 'moot'))::float`
}

async function findFirstYear(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ year: number }>`
    select extract(year from coalesce(least(
      (select min(created_at) from moderation_actions), (select min(created_at) from reports)
    ), now()) at time zone 'UTC')::int as year`.execute(db)
  return (rows[0] as { year: number }).year
}

function sumOf(items: readonly { count: number }[]): number {
  return items.reduce((sum, { count }) => sum + count, 0)
}
