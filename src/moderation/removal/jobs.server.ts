import type { Services } from '../../core/context.server.ts'
import { type Jobs, job } from '../../platform/jobs/jobs.server.ts'
import { eraseExpiredPassages } from '../redaction/sql.server.ts'
import { eraseExpiredContent } from './sql.server.ts'

const erase = job<object>('erase-removed-content')

export function handleRemovalJobs({ db }: Pick<Services, 'db'>, jobs: Pick<Jobs, 'every'>): void {
  jobs.every('23 4 * * *', erase, async () => {
    await eraseExpiredContent(db)
    await eraseExpiredPassages(db)
  })
}
