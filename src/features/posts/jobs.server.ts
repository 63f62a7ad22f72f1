import type { Services } from '../../api/core/context.server.ts'
import { type Jobs, job } from '../../platform/jobs.server.ts'
import { deleteOldViews } from './sql.server.ts'

const sweep = job<object>('sweep-views')

export function handlePostJobs({ db }: Pick<Services, 'db'>, jobs: Pick<Jobs, 'every'>): void {
  jobs.every('37 4 * * *', sweep, () => deleteOldViews(db))
}
