import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { isAfter, toPage } from '../../platform/keyset.server.ts'
import { type Cursor, writeCursor } from '../../platform/keyset.ts'
import type { ForumEvent } from './contract.ts'
import { EVENT_ORDERS, HOURS_WITHOUT_END } from './policy.ts'

export type StoredEvent = Omit<ForumEvent, 'description_html'>

interface Page {
  when: 'upcoming' | 'past'
  cursor?: Cursor | undefined
  limit: number
}

export async function listEvents(db: Kysely<DB>, { when, cursor, limit }: Page) {
  const { rows } = await sql<StoredEvent>`
    select ${columns} from events where ${when === 'upcoming' ? isToCome : sql`not ${isToCome}`} and ${isAfter(cursor, { key: 'starts_at' })}
    order by ${when === 'upcoming' ? sql`starts_at, id` : sql`starts_at desc, id desc`} limit ${limit + 1}`.execute(
    db,
  )
  return toPage(rows, limit, ({ id, starts_at }) =>
    writeCursor({ order: EVENT_ORDERS[when], key: starts_at, id }),
  )
}

export async function findEvent(db: Kysely<DB>, id: string): Promise<StoredEvent | undefined> {
  const { rows } = await sql<StoredEvent>`select ${columns} from events where id = ${id}`.execute(db)
  return rows[0]
}

const isToCome = sql`(coalesce(ends_at, starts_at + make_interval(hours => ${sql.lit(HOURS_WITHOUT_END)})) > now())`
const columns = sql`
  id, title, description, starts_at, ends_at, place, link, updated_at, (starts_at <= now() and ${isToCome}) as is_on`
