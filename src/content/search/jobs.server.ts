import type { Services } from '../../core/context.server.ts'
import { type Jobs, job } from '../../platform/jobs/jobs.server.ts'
import { indexBatches } from './reindex.server.ts'

const index = job<object>('index-search-batches')

/** Every minute, indexes batches of texts that a migration has queued or an interrupted reindex has left. */
export function handleSearchJobs({ db }: Pick<Services, 'db'>, jobs: Pick<Jobs, 'every'>): void {
  jobs.every('* * * * *', index, () => indexBatches(db, 1))
}
