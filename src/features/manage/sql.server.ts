import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { toPage } from '../../platform/keyset.server.ts'
import { toAuthor } from '../authors/sql.server.ts'
import type { Change, Collection } from './contract.ts'

interface Page {
  /** Behind this change. */
  cursor?: string | undefined
  limit: number
}

interface Row extends Omit<Change, 'changed_by'> {
  author_id: string | null
  username: string | null
  full_name: string | null
  avatar_url: string | null
}

/** The latest changes (ids sort by time), and where the list goes on. */
export async function listChanges(db: Kysely<DB>, { cursor, limit }: Page) {
  const { rows } = await sql<Row>`
    select c.id, c.kind, c.item_id, c.name, c.act, c.fields, c.created_at,
      a.id as author_id, a.username, a.full_name, a.avatar_url
    from content_changes c left join profiles a on a.id = c.changed_by
    where ${cursor === undefined ? sql`true` : sql`c.id < ${cursor}`}
    order by c.id desc limit ${limit + 1}`.execute(db)
  return toPage(rows.map(toChange), limit, ({ id }) => id)
}

/** How many there are of each, in one statement. */
export async function countCollections(db: Kysely<DB>): Promise<Record<Collection['name'], number>> {
  const { rows } = await sql<Record<Collection['name'], number>>`
    select (select count(*) from categories) as categories, (select count(*) from featured_thinkers) as thinkers,
      (select count(*) from resources) as resources, (select count(*) from events) as events`.execute(db)
  return rows[0] as Record<Collection['name'], number>
}

function toChange({ author_id, username, full_name, avatar_url, ...change }: Row): Change {
  return { ...change, changed_by: toAuthor({ author_id, username, full_name, avatar_url }) }
}
