import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import type { Files } from '../platform/files/files.server.ts'
import { DumpError } from './dump/dump-error.ts'
import { openDump } from './dump/open-dump.server.ts'
import { mistakeIn, refuseOtherFiles } from './dump/recognize.server.ts'
import { deletePictureRecords, makePictureRecords } from './files/picture-records.server.ts'
import { importRecords, isRefusal, type Progress } from './import-records.server.ts'
import { type RunProgress, startRun } from './manage/run-progress.server.ts'
import { type ImportReport, makeReport } from './report/report.server.ts'
import { softwareText } from './software.ts'
import type { ForumSource } from './source.ts'
import { dropSource, loadSource, markLoaded, skipLongRecords } from './staging.server.ts'

export interface ImportOptions {
  source: ForumSource
  /** Path of the dump or archive. */
  path: string
  /** Origin of the former forum. Two forums of the same software need different ones. */
  oldAddress?: string | undefined
  /** Writes nothing, and makes the same report. */
  isDryRun: boolean
  /** The forum's folder of uploads, and the storage for its pictures. Without it, texts lead to the former forum. */
  files?: { folder: string; storage: Files } | undefined
  onRows: (rows: number) => void
  onRecords: Progress
}

/**
 * Imports a dump and returns a report. Can be started again after an interruption. A second run brings only what is new.
 * Throws DumpError if the dump cannot be read, and ImportBusyError while an import is being undone.
 */
export async function runImport(db: Kysely<DB>, options: ImportOptions): Promise<ImportReport> {
  const { isDryRun } = options
  const file_digest = await hashFile(options.path)
  const source = `${options.source.name} ${options.oldAddress ?? ''}`.trim()
  const progress = await startRun(db, { source, file_digest, is_dry_run: isDryRun })
  try {
    await readDump(db, file_digest, options, progress)
    await progress.beginWriting()
    const write = (target: Kysely<DB>) => writeRun(target, source, options, progress)
    const report = isDryRun ? await rolledBack(db, write) : await write(db)
    await progress.finish(report)
    if (isDryRun) return report
    await sql`analyze`.execute(db)
    await dropSource(db)
    return report
  } catch (error) {
    if (error instanceof DumpError) await progress.fail(error.message)
    throw error
  } finally {
    await progress.end()
  }
}

async function readDump(
  db: Kysely<DB>,
  digest: string,
  { source, path, files, onRows }: ImportOptions,
  progress: RunProgress,
): Promise<void> {
  await refuseOtherFiles(path)
  const groups = source.readDump((source.open ?? openDump)(path), new Set(Object.keys(source.tables)))
  // With files, the source has further records.
  const version = files ? `${digest} with files` : digest
  let count = 0
  const loading = loadSource(db, version, source.tables, groups, (rows) => {
    count += rows
    progress.add(rows)
    onRows(rows)
  })
  const isNew = await loading.catch(async (error: unknown) => {
    throw (error instanceof DumpError && (await mistakeIn(path, source.name))) || error
  })
  if (!isNew) return
  if (count === 0) {
    const mistake = await mistakeIn(path, source.name)
    const hint = source.name === 'phpbb' ? ' Set --table-prefix to the beginning of their names.' : ''
    throw mistake ?? new DumpError(`The file has none of the tables of ${softwareText(source.name)}.${hint}`)
  }
  await source.makeRecords(db).catch((error: unknown) => {
    if (!isRefusal(error)) throw error
    throw new DumpError(`The tables of the dump do not fit together: ${error.message}.`)
  })
  await skipLongRecords(db)
  if (files) await makePictureRecords(db, source.markup)
  else await deletePictureRecords(db)
  await markLoaded(db, version)
}

async function writeRun(
  db: Kysely<DB>,
  source: string,
  { source: { markup }, isDryRun, files, onRecords }: ImportOptions,
  progress: RunProgress,
): Promise<ImportReport> {
  const storage = isDryRun ? undefined : files?.storage
  const run = { id: progress.id, source, markup, files: files && { ...files, storage } }
  await importRecords(db, run, (kind, records) => {
    progress.add(records)
    onRecords(kind, records)
  })
  return makeReport(db, run)
}

async function rolledBack<T>(db: Kysely<DB>, act: (trx: Kysely<DB>) => Promise<T>): Promise<T> {
  const trx = await db.startTransaction().execute()
  try {
    const result = await act(trx)
    // Triggers that wait for the commit would otherwise refuse nothing.
    await sql`set constraints all immediate`.execute(trx)
    return result
  } finally {
    await trx.rollback().execute()
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
