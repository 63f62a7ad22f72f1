import { sql, type Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { ImportKind, Outcome, Sourced } from '../records.ts'

/** A transaction of an import, and the former forum whose items it writes. */
export interface ImportWrite {
  trx: Transaction<DB>
  source: string
}

/** Writes records of one kind. Returns an outcome for each. May throw for records that the database refuses. */
export type Writer<Kind extends ImportKind> = (
  write: ImportWrite,
  records: readonly Sourced<Kind>[],
) => Promise<Outcome[]>

/** Returns the ids of imported items by their old ids. Items that were skipped or deleted since are missing. */
export async function findImported(
  { trx, source }: ImportWrite,
  kind: keyof typeof TABLES,
  oldIds: readonly (string | null)[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(oldIds.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const table = TABLES[kind]
  const { rows } = await sql<{ old_id: string; id: string }>`
    select i.old_id, i.id from imported i join ${sql.table(table)} t on t.id = i.id
    where i.source = ${source} and i.kind = ${kind} and i.old_id = any(${wanted}::text[])`.execute(trx)
  return new Map(rows.map(({ old_id, id }) => [old_id, id]))
}

const TABLES = {
  member: 'profiles',
  concept: 'concepts',
  picture: 'pictures',
  post: 'posts',
  comment: 'comments',
} as const

/**
 * Inserts rows given as JSON, with the columns of the first one. Rows with an existing key are ignored, so a repeated
 * import changes nothing. `areNew`: no row can exist yet.
 */
export async function insertJson(
  trx: Transaction<DB>,
  table: keyof DB,
  rows: readonly object[],
  { areNew = false } = {},
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    ${areNew ? sql`` : sql`on conflict do nothing`}`.execute(trx)
}
