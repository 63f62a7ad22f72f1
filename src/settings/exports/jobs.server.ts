import { type Kysely, sql } from 'kysely'
import type { Services } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'
import { type Jobs, job } from '../../platform/jobs/jobs.server.ts'
import {
  beginExport,
  deleteExpired,
  finishExport,
  listUnfinished,
  updateExportProgress,
} from './sql.server.ts'
import { storeExport, sweepExports } from './store.server.ts'
import { type Progress, writeExport } from './write.server.ts'

export const makeExport = job<{ id: string }>('make-export')
const resume = job<object>('resume-exports')
const sweep = job<object>('sweep-exports')

export type ExportServices = Pick<Services, 'config' | 'db' | 'files' | 'log' | 'siteSettings'>

/** Milliseconds between progress updates. The page polls for progress every 2 s. */
const PROGRESS_INTERVAL_MS = 1000

export function handleExportJobs(services: ExportServices, jobs: Pick<Jobs, 'handle' | 'every'>): void {
  const { db, log } = services
  // Runs one export at a time, because each occupies one of the jobs' two database connections.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (id: string) => {
    const made = last.then(() => runExport(services, id))
    last = made.catch(() => undefined)
    return made
  }
  jobs.handle(makeExport, ({ id }) => inTurn(id))
  jobs.every('* * * * *', resume, async () => {
    for (const id of await listUnfinished(db))
      await inTurn(id).catch((err: unknown) => log.error({ err }, 'an export failed'))
  })
  jobs.every('47 * * * *', sweep, async () => {
    await sweepExports(services)
    await deleteExpired(db)
  })
}

/** Creates an export from a snapshot of the database. Does nothing if another process is creating it. */
export async function runExport(services: ExportServices, id: string): Promise<void> {
  const { db, log } = services
  const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  await reading.execute(async (trx) => {
    const memberId = (await isFree(trx, id)) && (await beginExport(db, id))
    if (!memberId) return
    const noted = noting(services, id)
    const bytes = await storeExport(services, id, (path) =>
      writeExport(trx, services, { memberId, path, onProgress: noted.note }),
    )
    await noted.settled()
    if (!(await finishExport(db, id, bytes)))
      log.info({ export: id }, 'the export was deleted while it was written')
  })
}

async function isFree(trx: Kysely<DB>, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${id}, 126)) as is_free`.execute(trx)
  return rows[0]?.is_free ?? false
}

function noting({ db, log }: ExportServices, id: string) {
  let at = 0
  let under: Promise<void> = Promise.resolve()
  return {
    note: (progress: Progress) => {
      if (Date.now() - at < PROGRESS_INTERVAL_MS) return
      at = Date.now()
      under = under
        .then(() => updateExportProgress(db, id, progress))
        .catch((err) => log.warn({ err }, 'the progress of an export could not be saved'))
    },
    settled: () => under,
  }
}
