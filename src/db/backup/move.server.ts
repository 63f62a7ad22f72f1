import { createHash } from 'node:crypto'
import type pg from 'pg'
import { copyJobs } from '../../platform/jobs-copy.server.ts'
import { readSequences, readTables, type Table } from './catalogue.server.ts'
import type { Header } from './format.ts'
import { Loader } from './load.server.ts'
import { connect, readParts } from './parts.server.ts'
import { makeReadOnly } from './read-only.server.ts'
import { OccupiedError } from './restore.server.ts'
import { countRows } from './tally.server.ts'

export interface MoveOptions {
  from: string
  to: string
  /** Told before anything changes, in seconds; what it throws ends it there. */
  announce: (estimate: { seconds: number; bytes: number }) => void
  progress?: (what: string, rows: number, bytes: number) => void
}

export interface Moved {
  tables: { name: string; rows: number; sha256: string }[]
  jobs: number
  /** Seconds since nobody could write any more. */
  seconds: number
  skipped: number
}

/** Bytes that are copied to see how fast it goes. */
const SAMPLE = 8 * 2 ** 20

/**
 * Copies a forum into another database, table by table, and compares what arrived with what left. From the moment that
 * `announce` returns nobody writes into the old one, which stays so, whole and marked, when it is done. Cut short, the next
 * attempt goes on, as nothing can have changed. Throws OccupiedError where the other database is not free.
 */
export async function move({ from, to, announce, progress }: MoveOptions): Promise<Moved> {
  const source = await connect(from, 'move')
  const target = await connect(to, 'move')
  try {
    const loader = new Loader(target, to)
    if (!(await hasWorkplace(target))) await refuseTables(target)
    announce(await estimate(source, target))
    const started = performance.now()
    const name = await makeReadOnly(source)
    await source.query('begin isolation level repeatable read, read only')
    const { migrations, tables, sequences } = await describe(source)
    await loader.begin(name, { migrations, tables: tables.map(({ name, columns }) => ({ name, columns })) })
    const left = await copy(source, tables, loader, progress)
    const expected = new Map(left.map((table) => [table.name, table.rows]))
    await loader.finish({ sequences }, expected, (what) => progress?.(what, 0, 0))
    await compare(target, left, progress)
    const jobs = await copyJobs(source, to)
    await source.query('commit')
    await loader.release()
    const seconds = (performance.now() - started) / 1000
    return { tables: left, jobs, seconds, skipped: loader.skipped }
  } finally {
    await Promise.all([source, target].map((client) => client.end().catch(() => undefined)))
  }
}

async function describe(source: pg.Client) {
  const { rows: migrations } = await source.query<Header['migrations'][number]>(
    'select name, checksum from migrations order by name collate "C"',
  )
  return { migrations, tables: await readTables(source), sequences: await readSequences(source) }
}

async function copy(source: pg.Client, tables: Table[], loader: Loader, progress: MoveOptions['progress']) {
  const left: Moved['tables'] = []
  let [all, bytes] = [0, 0]
  for (const table of tables) {
    const hash = createHash('sha256')
    let [rows, number] = [0, 0]
    for await (const part of readParts(source, table)) {
      await loader.load(table.name, ++number, part)
      hash.update(part)
      rows += countRows(part)
      all += countRows(part)
      bytes += part.length
      progress?.(table.name, all, bytes)
    }
    left.push({ name: table.name, rows, sha256: hash.digest('hex') })
  }
  return left
}

async function compare(target: pg.Client, left: Moved['tables'], progress: MoveOptions['progress']) {
  const arrived = new Map((await readTables(target)).map((table) => [table.name, table]))
  for (const { name, sha256 } of left) {
    const hash = createHash('sha256')
    for await (const part of readParts(target, arrived.get(name) as Table)) hash.update(part)
    progress?.(`comparing ${name}`, 0, 0)
    if (hash.digest('hex') !== sha256)
      throw new Error(
        `The table ${name} is not what left the old database. The old one is whole: \`npm run move -- --abandon\`.`,
      )
  }
}

/** How long it will take: a sample of the largest table, into a table that goes with the session, times what there is. */
async function estimate(source: pg.Client, target: pg.Client): Promise<{ seconds: number; bytes: number }> {
  const { rows } = await source.query(
    `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const started = performance.now()
  await target.query('create temporary table threshold_sample (line text)')
  const { rows: sample } = await source.query(
    'select repeat(md5(n::text), 32) as line from generate_series(1, $1::int) n',
    [SAMPLE / 1024],
  )
  for (let at = 0; at < sample.length; at += 1024)
    await target.query('insert into threshold_sample select unnest($1::text[])', [
      sample.slice(at, at + 1024).map(({ line }) => line),
    ])
  await target.query('drop table threshold_sample')
  const rate = SAMPLE / ((performance.now() - started) / 1000)
  // Rows are read, stored, indexed, and read twice to compare them; a schema takes some seconds by itself.
  return { bytes: rows[0].bytes, seconds: Math.ceil(5 + (2 * rows[0].bytes) / rate) }
}

async function hasWorkplace(target: pg.Client): Promise<boolean> {
  const { rows } = await target.query("select to_regnamespace('threshold_restoring') is not null as there")
  return rows[0].there
}

async function refuseTables(target: pg.Client): Promise<void> {
  const { rows } = await target.query(
    "select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1",
  )
  if (rows.length > 0) throw new OccupiedError('The other database has tables already: give it an empty one.')
}
