import type { Services } from '../../api/core/context.server.ts'
import { type Jobs, job } from '../../platform/jobs.server.ts'
import { runPurge } from './run.server.ts'
import { erasePurged, listUnderWay } from './sql.server.ts'

/** Of a purge, or of its undoing: whichever is under way. */
export const goOnWithPurge = job<{ id: string }>('purge')
const resume = job<object>('resume-purges')
const erase = job<object>('erase-purged-content')

export function handlePurgeJobs(
  services: Pick<Services, 'bus' | 'db' | 'jobs' | 'log'>,
  jobs: Pick<Jobs, 'handle' | 'every'>,
): void {
  jobs.handle(goOnWithPurge, ({ id }) => runPurge(services, id))
  // A process that was killed holds its job for a quarter of an hour; what it has left is looked for sooner.
  jobs.every('* * * * *', resume, async () => {
    for (const id of await listUnderWay(services.db)) await runPurge(services, id)
  })
  jobs.every('29 4 * * *', erase, () => erasePurged(services.db))
}
