import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { quoted, type Table } from './catalogue.server.ts'
import { readParts } from './parts.server.ts'
import type { Hindrance } from './schema.server.ts'
import { WORKPLACE } from './workplace.ts'

/** How long a move will take. */
export interface Estimate {
  seconds: number
  /** Of the database, with its indexes. */
  bytes: number
}

/** Bytes of a table that are moved to see how fast it goes. */
const SAMPLE = 8 * 2 ** 20
/** Seconds for what takes time in an empty forum too: sessions that are ended, migrations that are looked at, statistics. */
const LEAST = 5

/**
 * Moves the beginning of the largest table into one that goes with the session: reads it, loads it, makes the indexes that the
 * other database will have to make, and reads it again to compare. That, times what there is. The other database has room for
 * rows already.
 */
export async function estimate(source: pg.Client, target: pg.Client, tables: Table[]): Promise<Estimate> {
  const { rows: sizes } = await source.query<{ name: string; bytes: number }>(
    `select relname::text as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
     where relnamespace = 'public'::regnamespace and relname = any ($1) order by bytes desc`,
    [tables.map(({ name }) => name)],
  )
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0)
  const largest = tables.find(({ name }) => name === sizes[0]?.name) as Table
  const { seconds, share } = await moveSample(source, target, largest)
  return { seconds: Math.ceil(LEAST + (seconds / share) * (bytes / (sizes[0]?.bytes as number))), bytes }
}

/** How long it took, and for which share of the rows. */
async function moveSample(source: pg.Client, target: pg.Client, table: Table) {
  const { rows } = await source.query(
    `select greatest(count(*), 1)::float8 as count, greatest(pg_table_size('public.' || quote_ident($1)), 1)::float8 as bytes
     from public.${quoted(table.name)}`,
    [table.name],
  )
  const { count, bytes } = rows[0]
  const limit = Math.ceil(count * Math.min(1, SAMPLE / bytes))
  const indexes = await savedIndexes(target, table.name)
  const started = performance.now()
  const from = readParts(source, { ...table, limit })
  await target.query(
    `create temporary table threshold_sample (like public.${quoted(table.name)} including indexes including generated)`,
  )
  const into = `copy threshold_sample (${table.columns.map(quoted).join(', ')}) from stdin`
  await pipeline(Readable.from(from), target.query(copyFrom(into)))
  for (const index of indexes) await target.query(`create index on threshold_sample ${index}`)
  for await (const _ of readParts(source, { ...table, limit }));
  const seconds = (performance.now() - started) / 1000
  await target.query('drop table threshold_sample')
  return { seconds, share: limit / count }
}

/** What comes after the table's name in the statements that bring its indexes back. */
async function savedIndexes(target: pg.Client, table: string): Promise<string[]> {
  const { rows } = await target.query<{ hindrances: Hindrance[] }>(`select hindrances from ${WORKPLACE}.work`)
  return (rows[0]?.hindrances ?? []).flatMap(({ restore }) => {
    const [, name, rest] = /^CREATE INDEX .+? ON public\.(\S+) (USING .+)$/.exec(restore) ?? []
    return rest && (name === table || name === quoted(table)) ? [rest] : []
  })
}
