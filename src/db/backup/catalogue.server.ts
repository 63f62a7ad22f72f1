import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { PART_BYTES, type Sequence, type TableOfArchive } from './format.ts'

/** A table with its columns, except generated ones. */
export interface Table extends TableOfArchive {
  /** `ORDER BY` clause: primary key, or all columns. Text sorts by bytes, independent of the locale. */
  order: string
}

/** Tables that are not part of backups. Those of `post_visitors` would keep pseudonyms longer than a day. */
const OWN = ['migrations', 'node_statuses', 'post_visitors']

export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; order: string }>(TABLES, [OWN])
  return rows
}

/** Returns the last numbers of identity columns. Called after the snapshot, so no row has a higher one. */
export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(SEQUENCES)
  const sequences: Sequence[] = []
  for (const { table, column, sequence } of rows) {
    const { rows: values } = await client.query(
      `select last_value::float8 as last, is_called from ${sequence}`,
    )
    sequences.push({ table, column, last: values[0].last, is_called: values[0].is_called })
  }
  return sequences
}

export async function writeSequences(client: pg.Client, sequences: Sequence[]): Promise<void> {
  for (const { table, column, last, is_called } of sequences)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), greatest($3, most), $4 or most >= $3)
       from (select max(${quoteIdentifier(column)}) as most from public.${quoteIdentifier(table)}) as numbers`,
      [`public.${quoteIdentifier(table)}`, column, last, is_called],
    )
}

/** Settings that make the output of `COPY` the same on every server. */
export const PLAIN_TEXT = `
  set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`

function copyOut({ name, columns, order }: Table): string {
  const list = columns.map(quoteIdentifier).join(', ')
  return `copy (select ${list} from public.${quoteIdentifier(name)} order by ${order}) to stdout`
}

export function copyIn({ name, columns }: TableOfArchive): string {
  return `copy public.${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) from stdin`
}

const TABLES = `
  select c.relname as name,
    (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    coalesce(
      (select string_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end,
         ', ' order by array_position(i.indkey::int2[], a.attnum))
       from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey::int2[])
       where i.indrelid = c.oid and i.indisprimary),
      (select string_agg(quote_ident(a.attname) || '::text collate "C"', ', ' order by a.attnum) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '')) as order
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by c.relname collate "C"`

const SEQUENCES = `
  select c.relname as table, a.attname as column, s.oid::regclass::text as sequence
  from pg_class s
  join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
  join pg_class c on c.oid = d.refobjid
  join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
  where s.relkind = 'S' and c.relnamespace = 'public'::regnamespace
  order by c.relname collate "C", a.attname collate "C"`

/** Connects without statement timeouts, and with settings that give all values the same text form. */
export async function connectForBackup(url: string, purpose: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `threshold ${purpose}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(PLAIN_TEXT)
  return client
}

/** Yields a table's rows in `COPY` format, in parts of about 1 MB. Equal rows always give equal parts. */
export async function* readParts(client: pg.Client, table: Table): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  // PostgreSQL sends each row as one message, but a chunk can contain several messages.
  for await (const chunk of client.query(copyTo(copyOut(table))) as AsyncIterable<Buffer>) {
    for (const row of rowsIn(chunk)) {
      waiting.push(row)
      bytes += row.length
      if (bytes < PART_BYTES || row.at(-1) !== LINE_FEED) continue
      yield Buffer.concat(waiting)
      waiting = []
      bytes = 0
    }
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}

const LINE_FEED = 0x0a

/** Splits a chunk from the driver into rows. The last one may be incomplete. */
function* rowsIn(chunk: Buffer): Generator<Buffer> {
  let from = 0
  for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
    yield chunk.subarray(from, at + 1)
    from = at + 1
  }
  if (from < chunk.length) yield chunk.subarray(from)
}

/** Called with the progress of a step: its current table or count, and the totals so far. */
export type ProgressListener = (progress: {
  step: string
  detail: string
  rows: number
  bytes: number
}) => void
