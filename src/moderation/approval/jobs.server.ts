import type { Services } from '../../core/context.server.ts'
import { type Jobs, job } from '../../platform/jobs/jobs.server.ts'
import { erasePending } from './sql.server.ts'

const erase = job<object>('erase-pending-content')

export function handleApprovalJobs({ db }: Pick<Services, 'db'>, jobs: Pick<Jobs, 'every'>): void {
  jobs.every('37 4 * * *', erase, () => erasePending(db))
}
