import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'

export interface DuePush {
  item_id: string
  member_id: string
  subscription_id: string
}

/** Minutes after an event in which it is pushed, including all retries. Later, it is no news. */
const NEWS_MINUTES = 60

/** Marks up to `limit` events as queued. Returns one push for each browser of their members. */
export async function takeWaitingItems(
  db: Kysely<DB>,
  limit: number,
): Promise<{ taken: number; pushes: DuePush[] }> {
  const { rows } = await sql<{ taken: number; pushes: DuePush[] }>`
    with taken as (
      update push_items set queued_at = now() where id in (
        select id from push_items where queued_at is null order by id limit ${limit} for update skip locked)
      returning id, member_id)
    select (select count(*) from taken)::integer as taken, coalesce(
      json_agg(json_build_object('item_id', i.id, 'member_id', i.member_id, 'subscription_id', s.id)), '[]') as pushes
    from taken i join push_subscriptions s on s.member_id = i.member_id`.execute(db)
  return rows[0] ?? { taken: 0, pushes: [] }
}

export async function isNews(db: Kysely<DB>, itemId: string): Promise<boolean> {
  const { rows } = await sql`
    select from push_items
    where id = ${itemId} and created_at > now() - make_interval(mins => ${NEWS_MINUTES})`.execute(db)
  return rows.length > 0
}

export async function sweepPushItems(db: Kysely<DB>): Promise<void> {
  await sql`delete from push_items where created_at < now() - interval '1 day'`.execute(db)
}
