import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { copyJobs } from '../../platform/jobs-copy.server.ts'
import { pendingMigrations } from '../migrate.server.ts'
import { readSequences, readTables, type Table } from './catalogue.server.ts'
import { type Estimate, estimate } from './estimate.server.ts'
import { Loader, type Plan } from './load.server.ts'
import { hasTables, OccupiedError } from './occupied.server.ts'
import { connect, readParts } from './parts.server.ts'
import { hasPutAside, release, takeBack } from './put-aside.server.ts'
import { makeReadOnly, movingName } from './read-only.server.ts'
import type { Report } from './report.ts'
import { countRows } from './tally.server.ts'
import { WORKPLACE } from './workplace.ts'

export interface MoveOptions {
  from: string
  to: string
  /** Told before nobody can write any more; what it throws ends it there, with both databases as they were. */
  announce: (estimate: Estimate) => void | Promise<void>
  /** Everything has arrived and was compared. Once this returns a forum may run on the other database. */
  mark: () => void | Promise<void>
  progress?: Report
}

export interface Moved {
  tables: { name: string; rows: number; sha256: string }[]
  jobs: number
  /** Seconds since nobody could write any more. */
  seconds: number
  skipped: number
}

/**
 * Copies a forum into another database, table by table, and compares what arrived with what left. From the moment that
 * `announce` returns nobody writes into the old one, which stays so, whole and marked, when it is done. Cut short, the next
 * attempt goes on, as nothing can have changed. Throws OccupiedError where the other database is not free, or the old one has
 * other migrations than the code.
 */
export async function move(options: MoveOptions): Promise<Moved> {
  const { from, to, mark, progress = () => undefined } = options
  await refusePending(from)
  const source = await connect(from, 'move')
  const target = await connect(to, 'move')
  try {
    const loader = new Loader(target, to)
    await loader.lock()
    const name = await prepare(source, target, loader, options)
    const started = performance.now()
    await makeReadOnly(source, name)
    await source.query('begin isolation level repeatable read, read only')
    const { tables, sequences } = await describe(source)
    const left = await copy(source, tables, loader, progress)
    const sums = sumUp(left)
    const expected = new Map(left.map((table) => [table.name, table.rows]))
    await loader.finish(sequences, expected, (step, detail) => progress({ step, detail, ...sums }))
    await compare(target, left, progress)
    const jobs = await copyJobs(source, to)
    await source.query('commit')
    await mark()
    await release(target)
    const seconds = (performance.now() - started) / 1000
    return { tables: left, jobs, seconds, skipped: loader.skipped }
  } finally {
    await Promise.all([source, target].map((client) => client.end().catch(() => undefined)))
  }
}

/** Tables would be compared with those that later migrations have changed. */
async function refusePending(from: string): Promise<void> {
  const pending = await pendingMigrations(from)
  if (pending.length > 0)
    throw new OccupiedError(
      `This code is newer than the database: ${pending[0]} has not run. Start the forum once, then move it.`,
    )
}

/** Makes the schema, tries how fast it goes, and asks: until then nobody waits. Answers what the move is called. */
async function prepare(
  source: pg.Client,
  target: pg.Client,
  loader: Loader,
  { announce }: MoveOptions,
): Promise<string> {
  const known = await movingName(source)
  const name = known ?? randomUUID()
  if (!(await loader.isBegun(name))) await makeFree(target, loader, name)
  const plan = await describe(source)
  await loader.begin(name, plan)
  if (known) return name // nobody writes any more, and whoever began has been told
  try {
    await announce(await estimate(source, target, plan.tables))
    return name
  } catch (error) {
    await takeBack(target)
    throw error
  }
}

/** What an attempt has left that nothing was loaded in goes; anything else may be somebody's. */
async function makeFree(target: pg.Client, loader: Loader, name: string): Promise<void> {
  const begun = await loader.begun()
  if (begun && !(await hasPutAside(target)) && (begun.source === name || !(await hasParts(target))))
    await takeBack(target)
  else if (begun)
    throw new OccupiedError(
      'The other database holds what another move, or a restore, has begun. `npm run restore -- --abandon --into DATABASE_URL` takes ' +
        'that away; then move again.',
    )
  if (await hasTables(target))
    throw new OccupiedError('The other database has tables already: give it an empty one.')
}

async function hasParts(target: pg.Client): Promise<boolean> {
  const { rows } = await target.query(`select from ${WORKPLACE}.parts limit 1`)
  return rows.length > 0
}

async function describe(source: pg.Client): Promise<Plan & { tables: Table[] }> {
  const { rows: migrations } = await source.query<Plan['migrations'][number]>(
    'select name, checksum from migrations order by name collate "C"',
  )
  return { migrations, tables: await readTables(source), sequences: await readSequences(source) }
}

async function copy(source: pg.Client, tables: Table[], loader: Loader, progress: Report) {
  const left: (Moved['tables'][number] & { bytes: number })[] = []
  for (const table of tables) {
    const hash = createHash('sha256')
    const one = { name: table.name, rows: 0, bytes: 0, sha256: '' }
    let number = 0
    for await (const part of readParts(source, table)) {
      await loader.load(table.name, ++number, part)
      hash.update(part)
      one.rows += countRows(part)
      one.bytes += part.length
      progress({ step: 'copying', detail: table.name, ...sumUp([...left, one]) })
    }
    left.push({ ...one, sha256: hash.digest('hex') })
  }
  return left
}

function sumUp(tables: { rows: number; bytes: number }[]): { rows: number; bytes: number } {
  return tables.reduce((sum, one) => ({ rows: sum.rows + one.rows, bytes: sum.bytes + one.bytes }), {
    rows: 0,
    bytes: 0,
  })
}

async function compare(target: pg.Client, left: Moved['tables'], progress: Report): Promise<void> {
  const arrived = new Map((await readTables(target)).map((table) => [table.name, table]))
  let [rows, bytes] = [0, 0]
  for (const { name, sha256 } of left) {
    const hash = createHash('sha256')
    for await (const part of readParts(target, arrived.get(name) as Table)) {
      hash.update(part)
      rows += countRows(part)
      bytes += part.length
      progress({ step: 'comparing', detail: name, rows, bytes })
    }
    if (hash.digest('hex') !== sha256)
      throw new Error(
        `The table ${name} is not what left the old database. The old one is whole: \`npm run move -- --abandon\`.`,
      )
  }
}
