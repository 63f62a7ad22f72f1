import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { DB } from '../db/types.ts'
import type { DumpRows } from './dump/dump-error.ts'

/** Schema for the rows of a dump while it is imported. */
export const SOURCE_SCHEMA = 'import_source'

/** Tables and columns that are read from a dump. All columns are text; those that the dump lacks are null. */
export type SourceTables = Readonly<Record<string, readonly string[]>>

/**
 * Loads a dump's tables into a schema of their own, where the converter reads them with SQL. Returns false if a former
 * run has already loaded this dump.
 */
export async function loadSource(
  db: Kysely<DB>,
  digest: string,
  tables: SourceTables,
  groups: AsyncIterable<DumpRows>,
  progress: (rows: number) => void,
): Promise<boolean> {
  if (await isLoaded(db, digest)) return false
  await dropSource(db)
  await sql`create schema ${sql.ref(SOURCE_SCHEMA)}`.execute(db)
  for (const [table, columns] of Object.entries(tables)) {
    const list = sql.join(columns.map((name) => sql`${sql.ref(name)} text`))
    await sql`create unlogged table ${tableRef(table)} (${list})`.execute(db)
  }
  for await (const group of groups) {
    await insertRows(db, group, tables[group.table] ?? [])
    progress(group.rows.length)
  }
  return true
}

export async function dropSource(db: Kysely<DB>): Promise<void> {
  await sql`drop schema if exists ${sql.ref(SOURCE_SCHEMA)} cascade`.execute(db)
}

/** Leaves out records above 1 MB, because a batch of them is in memory. The longest text that is stored has 0.6 MB. */
export async function skipLongRecords(db: Kysely<DB>): Promise<void> {
  // PostgreSQL compresses at most to a hundredth, so most records need not be unpacked.
  await sql`
    update ${sql.id(SOURCE_SCHEMA, 'records')} set record = null, skipped = 'is longer than 1 MB'
    where pg_column_size(record) > 8000 and octet_length(record::text) > 1000000`.execute(db)
}

/** Marks the schema as complete, including the records of the converter. */
export async function markLoaded(db: Kysely<DB>, digest: string): Promise<void> {
  await sql`comment on schema ${sql.ref(SOURCE_SCHEMA)} is ${sql.lit(digest)}`.execute(db)
}

async function isLoaded(db: Kysely<DB>, digest: string): Promise<boolean> {
  const { rows } = await sql<{ digest: string | null }>`
    select obj_description(oid, 'pg_namespace') as digest from pg_namespace where nspname = ${SOURCE_SCHEMA}`.execute(
    db,
  )
  return rows[0]?.digest === digest
}

const tableRef = (table: string) => sql.id(SOURCE_SCHEMA, table)

/** PostgreSQL stores no NUL characters, so they are removed. */
const withoutNul = (value: string | null) => value?.replaceAll('\0', '') ?? null

async function insertRows(db: Kysely<DB>, { table, columns, rows }: DumpRows, known: readonly string[]) {
  const present = known.filter((name) => columns.includes(name))
  const arrays = present.map((name) => {
    const at = columns.indexOf(name)
    return sql`${rows.map((row) => withoutNul(row[at] ?? null))}::text[]`
  })
  await sql`
    insert into ${tableRef(table)} (${sql.join(present.map((name) => sql.ref(name)))})
    select * from unnest(${sql.join(arrays)})`.execute(db)
}
