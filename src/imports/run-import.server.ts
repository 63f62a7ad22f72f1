import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import type { Files } from '../platform/files/files.server.ts'
import { DumpError } from './dump/dump-error.ts'
import { openDump } from './dump/open-dump.server.ts'
import { deletePictureRecords, makePictureRecords } from './files/picture-records.server.ts'
import { importRecords, isRefusal, type Progress } from './import-records.server.ts'
import { type ImportReport, makeReport } from './report/report.server.ts'
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
 * Throws DumpError if the dump cannot be read.
 */
export async function runImport(db: Kysely<DB>, options: ImportOptions): Promise<ImportReport> {
  const digest = await hashFile(options.path)
  const { source, path, files } = options
  const version = files ? `${digest} with files` : digest
  if (
    await loadSource(
      db,
      version,
      source.tables,
      source.readDump((source.open ?? openDump)(path), new Set(Object.keys(source.tables))),
      options.onRows,
    )
  ) {
    await source.makeRecords(db).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      throw new DumpError(`The tables of the dump do not fit together: ${error.message}.`)
    })
    await skipLongRecords(db)
    if (files) await makePictureRecords(db, source.markup)
    else await deletePictureRecords(db)
    await markLoaded(db, version)
  }
  if (options.isDryRun) return rolledBack(db, (trx) => writeRun(trx, digest, options))
  const report = await writeRun(db, digest, options)
  await sql`analyze`.execute(db)
  await dropSource(db)
  return report
}

async function writeRun(db: Kysely<DB>, digest: string, options: ImportOptions): Promise<ImportReport> {
  const name = `${options.source.name} ${options.oldAddress ?? ''}`.trim()
  const { id } = await db
    .insertInto('import_runs')
    .values({ source: name, file_digest: digest })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { isDryRun, files } = options
  const storage = isDryRun ? undefined : files?.storage
  const run = { id, source: name, markup: options.source.markup, files: files && { ...files, storage } }
  await importRecords(db, run, options.onRecords)
  const report = await makeReport(db, run)
  await sql`update import_runs set finished_at = clock_timestamp() where id = ${id}`.execute(db)
  return report
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
