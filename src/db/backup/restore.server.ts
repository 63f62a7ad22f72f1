import type pg from 'pg'
import type { Files } from '../../platform/files/files.server.ts'
import { compareMigrations, MigrationError, type MigrationSource } from '../migrate.server.ts'
import { connectForBackup, type ProgressListener } from './catalogue.server.ts'
import type { ArchiveContents } from './checker.server.ts'
import { ArchiveError, type ArchiveHeader, countRows, type Manifest } from './format.ts'
import { Loader } from './load.server.ts'
import { readArchive, verifyArchive } from './read-archive.server.ts'
import {
  dropRestoreSchema,
  emptyDatabase,
  isForum,
  OccupiedError,
  refuseOccupied,
  refuseRunning,
} from './target-database.server.ts'

export interface RestoreOptions {
  archive: string
  checked?: CheckedArchive
  url: string
  files: Pick<Files, 'write'>
  replace: boolean
  saveFormer?: () => Promise<void>
  progress?: ProgressListener
  /** Defaults to the migrations and schema files of this code. */
  schema?: MigrationSource
}

export interface RestoreResult {
  header: ArchiveHeader
  manifest: Manifest
  secret: string | undefined
  /** Counters that differ from the counted value, found by `counter_drift()`. */
  drift: unknown[]
  skipped: number
}

export type CheckedArchive = Awaited<ReturnType<typeof verifyArchive>>

/** Checks an archive and that this code knows its version. Throws ArchiveError otherwise. */
export async function checkArchive(archive: string, progress?: ProgressListener): Promise<CheckedArchive> {
  const step = 'checking the archive'
  const checked = await verifyArchive(archive, (bytes) => progress?.({ step, detail: '', rows: 0, bytes }))
  await compareMigrations(checked.header.migrations).catch((error: unknown) => {
    if (error instanceof MigrationError)
      throw new ArchiveError('unknown', `The archive cannot be restored here: ${error.message}`)
    throw error
  })
  return checked
}

/**
 * Restores database and files from an archive. Checks the archive first, and again while reading. Restores
 * files last. After an interruption, the next call with the same archive resumes. Throws ArchiveError and
 * leaves the database unchanged or empty. Throws OccupiedError if the database is in use and `replace` is
 * false, or if another restore is running.
 */
export async function restoreFromArchive(options: RestoreOptions): Promise<RestoreResult> {
  const checked = options.checked ?? (await checkArchive(options.archive, options.progress))
  const client = await connectForBackup(options.url, 'restore')
  try {
    const loader = new Loader(client, options.url, options.schema)
    await loader.lock()
    await makeWay(client, loader, checked.manifest.content, options)
    await fill(loader, options, checked).catch(async (error) => {
      if (error instanceof ArchiveError) await emptyDatabase(client)
      throw error
    })
    const { rows: drift } = await client.query('select * from counter_drift()')
    await dropRestoreSchema(client)
    const { header, manifest, secret } = checked
    return { header, manifest, secret, drift, skipped: loader.skipped }
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function makeWay(
  client: pg.Client,
  loader: Loader,
  content: string,
  { replace, saveFormer }: RestoreOptions,
): Promise<void> {
  await refuseRunning(client)
  if (await loader.isBegun(content)) return
  const begun = await loader.begun()
  if (begun && begun.source !== content && !replace)
    throw new OccupiedError(
      'A restore of another archive into this database was interrupted. Run that one again, give it up with --abandon, or restore this one with --replace.',
    )
  if (!begun && !replace) await refuseOccupied(client)
  if (!begun && (await isForum(client))) await saveFormer?.()
  await emptyDatabase(client)
}

async function fill(loader: Loader, options: RestoreOptions, checked: CheckedArchive): Promise<void> {
  const { header, manifest, sequences } = checked
  const { progress } = options
  await loader.begin(manifest.content, { ...header, sequences })
  const { rows, bytes } = await loadTables(loader, options, manifest)
  const expected = new Map(manifest.tables.map((table) => [table.name, table.rows]))
  await loader.finish(sequences, expected, (step, detail) => progress?.({ step, detail, rows, bytes }))
  await writeFiles(options, manifest)
}

async function loadTables(loader: Loader, options: RestoreOptions, { content }: Manifest) {
  const entries = entriesOf(options.archive, content)
  let [rows, bytes] = [0, 0]
  for await (const { name, bytes: part } of entries) {
    if (name.kind !== 'part') continue
    await loader.load(name.table, name.number, part)
    rows += countRows(part)
    bytes += part.length
    options.progress?.({ step: 'loading', detail: name.table, rows, bytes })
  }
  return { rows, bytes }
}

/** Writes the files to the storage. Runs last, because files are public as soon as they are stored. */
async function writeFiles({ archive, files, progress }: RestoreOptions, manifest: Manifest): Promise<void> {
  if (manifest.files.count === 0) return
  let [count, bytes] = [0, 0]
  for await (const { name, bytes: content } of entriesOf(archive, manifest.content)) {
    if (name.kind !== 'file') continue
    await files.write(name.key, content)
    bytes += content.length
    const detail = `${++count} of ${manifest.files.count}`
    progress?.({ step: 'writing files', detail, rows: 0, bytes })
  }
}

async function* entriesOf(archive: string, content: string) {
  const said: ArchiveContents = yield* readArchive(archive)
  if (said.manifest.content !== content)
    throw new ArchiveError('damaged', 'The archive changed while it was being read.')
}
