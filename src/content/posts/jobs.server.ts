import type { Services } from '../../core/context.server.ts'
import { type Jobs, job } from '../../platform/jobs/jobs.server.ts'
import { countSearchWords } from './search/spelling.server.ts'
import { deleteFormerVisitors, deleteOldViews } from './sql.server.ts'

const sweep = job<object>('sweep-views')
const forgetVisitors = job<object>('forget-visitors')
const countWords = job<object>('count-search-words')

export function handlePostJobs({ db }: Pick<Services, 'db'>, jobs: Pick<Jobs, 'every'>): void {
  jobs.every('* * * * *', countWords, () => countSearchWords(db))
  jobs.every('3 * * * *', forgetVisitors, () => deleteFormerVisitors(db))
  jobs.every('37 4 * * *', sweep, () => deleteOldViews(db))
}
