import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { StarterCounts } from './contract.ts'

/** Tables with starter content to remove, and the columns of their log entries. Rules are needed, so they stay. */
const TABLES = {
  concepts: sql`item.id, 'concept', item.name`,
  featured_thinkers: sql`item.id, 'thinker', item.name`,
  resources: sql`item.id, item.kind, item.title`,
}
type Table = keyof typeof TABLES
const NAMES = Object.keys(TABLES) as Table[]

/** Counts the starter content that is still unchanged and unused, and what an admin removed. */
export async function countStarter(db: Kysely<DB>): Promise<StarterCounts> {
  const counts = NAMES.map(
    (table) => sql`select count(*)::int as count from ${sql.table(table)} as item where ${isStarter(table)}`,
  )
  const { rows } = await sql<StarterCounts>`
    select (select sum(count)::int from (${sql.join(counts, sql` union all `)}) as tables) as unused,
      (select coalesce(sum(jsonb_array_length(removed)), 0)::int from starter_content) as removed`.execute(db)
  return rows[0] as StarterCounts
}

/** Removes unused starter content from all tables, and stores it for `restoreStarter`. */
export function removeStarter(db: Kysely<DB>, by: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    for (const table of NAMES)
      await sql`
        with gone as (delete from ${sql.table(table)} as item where ${isStarter(table)} returning item.*),
        ${logged(table, 'deleted', by, 'gone')}
        update starter_content set removed = coalesce(removed, '[]') || (select jsonb_agg(gone) from gone)
        where name = ${table} and exists (table gone)`.execute(trx)
  })
}

/** Inserts the removed starter content again, with its ids. Skips items whose name is in use by now. */
export function restoreStarter(db: Kysely<DB>, by: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    for (const table of NAMES) await restoreTable(trx, table, by)
  })
}

async function restoreTable(trx: Transaction<DB>, table: Table, by: string): Promise<void> {
  await sql`
    with added as (
      insert into ${sql.table(table)}
      select item.* from starter_content s, jsonb_populate_recordset(null::${sql.table(table)}, s.removed) as item
      where s.name = ${table} on conflict do nothing returning *),
    ${logged(table, 'created', by, 'added')}
    update starter_content set removed = null where name = ${table}`.execute(trx)
}

/** Starter content has the time of its insertion. A change by a curator makes it the forum's own. */
function isStarter(table: Table) {
  const isUnchanged = sql`item.updated_at = (select inserted_at from starter_content where name = ${sql.lit(table)})`
  return table === 'concepts'
    ? sql`${isUnchanged} and not exists (select from post_concepts where concept_id = item.id)`
    : isUnchanged
}

function logged(table: Table, act: 'created' | 'deleted', by: string, rows: 'added' | 'gone') {
  return sql`logged as (
    insert into content_changes (item_id, kind, name, act, changed_by)
    select ${TABLES[table]}, ${sql.lit(act)}, ${by} from ${sql.table(rows)} as item)`
}
