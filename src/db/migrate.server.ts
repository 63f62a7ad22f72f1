import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { readDefinitions, updateDefinitions } from './definitions.server.ts'
import { readSchemaFiles, SCHEMA_FOLDER } from './schema-files.server.ts'

/** Thrown if the database does not match the code. The message explains what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** Folders of migrations (`NNNN_name.sql`) and of schema files, which define functions and triggers. */
export interface MigrationSource {
  migrations: string
  schema?: string
}

/** The forum's own folders, when it runs from sources. */
export const SOURCE: MigrationSource = {
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  schema: SCHEMA_FOLDER,
}

/**
 * Applies the pending migrations, each in its own transaction, and returns their names. Then recreates each
 * function and trigger that changed in the schema files. Concurrent calls wait for the first. With `upTo`,
 * later migrations and the schema files are ignored. Throws MigrationError if an applied file was changed or
 * is newer than the code, if a file is out of order, or if a table stays locked for 15 minutes.
 */
export async function migrate(url: string, source = SOURCE, upTo?: string): Promise<string[]> {
  const all = await readMigrations(source.migrations)
  const files = upTo === undefined ? all : all.filter(({ name }) => name <= upTo)
  const client = new pg.Client({ connectionString: url, application_name: 'threshold migrate' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(${LOCK})`)
    await client.query(`create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const { rows: applied } = await client.query<AppliedMigration>(
      'select name, checksum from migrations order by name collate "C"',
    )
    const pending = pendingOf(files, applied)
    for (const file of pending) await apply(client, file)
    if (source.schema && upTo === undefined) await followAreas(client, source.schema, files)
    return pending.map((file) => file.name)
  } finally {
    await client.end()
  }
}

/** Throws MigrationError unless the applied migrations are the first ones of this code, in the same order. */
export async function compareMigrations(applied: readonly AppliedMigration[]): Promise<void> {
  pendingOf(await readMigrations(SOURCE.migrations), applied)
}

/** Returns whether this is the first migration of this code. */
export async function isFirstMigration({ name, checksum }: UncheckedMigration): Promise<boolean> {
  const [first] = await readMigrations(SOURCE.migrations)
  return first?.name === name && first?.checksum === checksum
}

type UncheckedMigration = { [Key in keyof AppliedMigration]: AppliedMigration[Key] | null }
type Migration = { name: string; sql: string; checksum: string }
type AppliedMigration = Pick<Migration, 'name' | 'checksum'>

const LOCK = '1952999781, 2'
/** Milliseconds to wait for a table: half of `deadlock_timeout`, so that no deadlock aborts an older node. */
const LOCK_TIMEOUT = 500
/** Milliseconds for which a lock is retried. A large backup locks all tables for minutes. */
const LOCK_PATIENCE = 15 * 60_000
const IN_THE_WAY = ['55P03', '40P01']

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const numbers = names.map((name) => name.slice(0, 4))
  const odd = names.find(
    (name, index) => !/^\d{4}_\w[\w-]*\.sql$/.test(name) || numbers.indexOf(name.slice(0, 4)) < index,
  )
  if (odd)
    throw new MigrationError(
      `${join(folder, odd)}: a migration is called NNNN_name.sql, with a number of its own.`,
    )
  return await Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

function pendingOf(files: Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const known = new Map(files.map((file) => [file.name, file]))
  const [first, firstApplied] = [files[0]?.name, applied[0]?.name]
  // Refuses a database of the 113 migrations that the baseline replaced, recognized by the name of the first.
  if (first && firstApplied?.startsWith('0001_') && first.startsWith('0001_') && first !== firstApplied)
    throw new MigrationError(
      'The database was made by a development version of this code. Start with an empty data folder.',
    )
  for (const { name, checksum } of applied) {
    const file = known.get(name)
    if (!file)
      throw new MigrationError(`The database is newer than this code: it has ${name}. Update the code.`)
    if (file.checksum === checksum) continue
    throw new MigrationError(
      `${name} was changed after it was applied. Take the change back and write a new migration.`,
    )
  }
  const last = applied.at(-1)?.name ?? ''
  const pending = files.filter((file) => !applied.some(({ name }) => name === file.name))
  const early = pending.find((file) => file.name < last)
  if (early)
    throw new MigrationError(`${early.name} comes before ${last}, which is applied. Give it a higher number.`)
  return pending
}

async function apply(client: pg.Client, file: Migration): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(file.sql)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [file.name, file.checksum])
  }).catch((error: pg.DatabaseError) => {
    throw new MigrationError(`${file.name} failed: ${placeOf(error, file.sql)}`, { cause: error })
  })
}

async function followAreas(client: pg.Client, folder: string, files: Migration[]): Promise<void> {
  const source = readDefinitions(await readSchemaFiles(folder))
  const former = files.flatMap(({ sql }) => readDefinitions(sql))
  await inTransaction(client, () => updateDefinitions(client, source, former)).catch((error: Error) => {
    throw new MigrationError(`The functions of ${folder} cannot be created: ${error.message}`, {
      cause: error,
    })
  })
}

/** Runs a transaction. Retries if a table is locked, since waiting longer would block all later writers. */
async function inTransaction(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  const until = performance.now() + LOCK_PATIENCE
  for (;;) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT}`)
      await work()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      const { code = '' } = error as pg.DatabaseError
      if (!IN_THE_WAY.includes(code) || performance.now() > until) throw error
      await sleep(LOCK_TIMEOUT)
    }
  }
}

function placeOf(error: pg.DatabaseError, sql: string): string {
  if (!error.position) return error.message
  return `${error.message} (line ${sql.slice(0, Number(error.position)).split('\n').length})`
}
