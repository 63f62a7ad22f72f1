import { sql } from 'kysely'
import type { Services } from '../core/context.server.ts'
import { type Jobs, job } from '../platform/jobs/jobs.server.ts'
import { deleteOldReports } from './manage/report-file.server.ts'
import { listUndoRequests } from './manage/run-progress.server.ts'
import { undoImport } from './undo.server.ts'

const deleteOriginals = job<object>('delete-imported-originals')

/** Undoes the imports that admins asked to undo. */
export const undoImports = job<object>('undo-imports')

/** Schedules the deletion of originals and reports after a year, and repeats interrupted undos hourly. */
export function handleImportJobs(
  { db, config }: Pick<Services, 'config' | 'db'>,
  jobs: Pick<Jobs, 'every'>,
): void {
  jobs.every('37 4 * * *', deleteOriginals, async () => {
    await sql`
      update imported set original = null
      where original is not null and created_at < now() - interval '1 year'`.execute(db)
    await deleteOldReports(config)
  })
  jobs.every('23 * * * *', undoImports, async (signal) => {
    for (const run of await listUndoRequests(db)) await undoImport(db, run, signal)
  })
}
