import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { toPage } from '../../platform/keyset.server.ts'
import { type AuthorRow, authorColumns, withAuthor } from '../../shared/authors/sql.server.ts'
import type { Change, Collection } from './contract.ts'

interface Page {
  cursor?: string | undefined
  limit: number
}

type Row = Omit<Change, 'changed_by'> & AuthorRow

/** Returns the log of changes, newest first. Ids sort by time. */
export async function listChanges(db: Kysely<DB>, { cursor, limit }: Page) {
  const { rows } = await sql<Row>`
    select c.id, c.kind, c.item_id, c.name, c.act, c.fields, c.created_at,
      ${authorColumns}
    from content_changes c left join profiles a on a.id = c.changed_by
    where ${cursor === undefined ? sql`true` : sql`c.id < ${cursor}`}
    order by c.id desc limit ${limit + 1}`.execute(db)
  return toPage(rows.map(toChange), limit, ({ id }) => id)
}

export async function countCollections(db: Kysely<DB>): Promise<Record<Collection['name'], number>> {
  const { rows } = await sql<Record<Collection['name'], number>>`
    select (select count(*) from concepts) as concepts, (select count(*) from featured_thinkers) as thinkers,
      (select count(*) from resources) as resources, (select count(*) from events) as events,
      (select count(*) from community_rules) as rules`.execute(db)
  return rows[0] as Record<Collection['name'], number>
}

function toChange(row: Row): Change {
  const { author, ...change } = withAuthor(row)
  return { ...change, changed_by: author }
}
