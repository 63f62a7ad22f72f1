import { sql } from 'kysely'
import type { Services } from '../core/context.server.ts'
import { type Jobs, job } from '../platform/jobs/jobs.server.ts'

const deleteOriginals = job<object>('delete-imported-originals')

/** Schedules the deletion of imported texts' originals after a year. */
export function handleImportJobs({ db }: Pick<Services, 'db'>, jobs: Pick<Jobs, 'every'>): void {
  jobs.every('37 4 * * *', deleteOriginals, async () => {
    await sql`
      update imported set original = null
      where original is not null and created_at < now() - interval '1 year'`.execute(db)
  })
}
