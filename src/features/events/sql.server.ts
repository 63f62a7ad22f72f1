import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { type Cursor, writeCursor } from '../posts/list/cursor.ts'
import type { ForumEvent } from './contract.ts'
import { HOURS_WITHOUT_END } from './policy.ts'

interface Page {
  when: 'upcoming' | 'past'
  cursor: Cursor | undefined
  limit: number
}

/** The order of the list, as cursors call it. */
export function orderOf(when: Page['when']): 'oldest' | 'newest' {
  return when === 'upcoming' ? 'oldest' : 'newest'
}

/** Events to come, the soonest first, or past ones, the latest first, and where the list goes on. */
export async function listEvents(db: Kysely<DB>, { when, cursor, limit }: Page) {
  const { rows } = await sql<ForumEvent>`
    select ${columns} from events where ${when === 'upcoming' ? isToCome : sql`not ${isToCome}`} and ${isBehind(cursor)}
    order by ${when === 'upcoming' ? sql`starts_at, id` : sql`starts_at desc, id desc`} limit ${limit + 1}`.execute(
    db,
  )
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, next: last ? writeCursor({ sort: orderOf(when), key: last.starts_at, id: last.id }) : null }
}

export async function findEvent(db: Kysely<DB>, id: string): Promise<ForumEvent | undefined> {
  const { rows } = await sql<ForumEvent>`select ${columns} from events where id = ${id}`.execute(db)
  return rows[0]
}

const isToCome = sql`(coalesce(ends_at, starts_at + make_interval(hours => ${sql.lit(HOURS_WITHOUT_END)})) > now())`
const columns = sql`
  id, title, description, starts_at, ends_at, place, link, updated_at, (starts_at <= now() and ${isToCome}) as is_on`

function isBehind(cursor: Cursor | undefined) {
  if (!cursor?.id) return sql`true`
  const place = sql`(${cursor.key}::timestamptz, ${cursor.id}::uuid)`
  return cursor.sort === 'oldest' ? sql`(starts_at, id) > ${place}` : sql`(starts_at, id) < ${place}`
}
