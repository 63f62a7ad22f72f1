import type { Services } from '../../api/core/context.server.ts'
import { type Jobs, job } from '../../platform/jobs.server.ts'
import { countDays, deleteOldDays } from './day-counts-sql.server.ts'
import { deleteOldNodes } from './node-status-sql.server.ts'

const count = job<object>('count-days')
const sweep = job<object>('sweep-operation')

export function handleOperationJobs({ db }: Pick<Services, 'db'>, jobs: Pick<Jobs, 'every'>): void {
  // Close to midnight too, or the last who were here on a day are not in it.
  jobs.every('*/10 * * * *', count, () => countDays(db))
  jobs.every('43 4 * * *', sweep, async () => {
    await deleteOldDays(db)
    await deleteOldNodes(db)
  })
}
