import { deleteOldFloods } from '../../accounts/guest-passes/sql.server.ts'
import type { Services } from '../../core/context.server.ts'
import { type Jobs, job } from '../../platform/jobs/jobs.server.ts'
import { countDays, deleteOldDays } from './day-counts-sql.server.ts'
import { deleteOldNodes } from './node-status-sql.server.ts'
import { DAYS_KEPT } from './policy.ts'

const count = job<object>('count-days')
const sweep = job<object>('sweep-operation')

export function handleDashboardJobs({ db }: Pick<Services, 'db'>, jobs: Pick<Jobs, 'every'>): void {
  // Runs every ten minutes. The last run of a day is at 23:59, so that its count includes the evening.
  jobs.every('9-59/10 * * * *', count, () => countDays(db))
  jobs.every('43 4 * * *', sweep, async () => {
    await deleteOldDays(db)
    await deleteOldNodes(db)
    await deleteOldFloods(db, DAYS_KEPT)
  })
}
