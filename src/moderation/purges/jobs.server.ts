import type { Transaction } from 'kysely'
import type { Services } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'
import { type Jobs, job } from '../../platform/jobs/jobs.server.ts'
import { announcePurgeBatch, type PurgeBatchResult, type PurgeServices } from './batch-result.server.ts'
import { activityPurgeSteps, activityRestoreSteps } from './purged-activity.server.ts'
import { contentPurgeSteps, contentRestoreSteps } from './purged-content.server.ts'
import { removePurgedTexts, restorePurgedTexts } from './purged-texts.server.ts'
import {
  advancePurge,
  erasePurged,
  finishPurge,
  listUnderWay,
  lockPurgeWork,
  type PurgeWork,
} from './sql.server.ts'

/** Job that continues a purge or the undoing of a purge. */
export const continuePurge = job<{ id: string }>('purge')
const resume = job<object>('resume-purges')
const erase = job<object>('erase-purged-content')

export function handlePurgeJobs(
  services: Pick<Services, 'bus' | 'db' | 'jobs' | 'log'>,
  jobs: Pick<Jobs, 'handle' | 'every'>,
): void {
  jobs.handle(continuePurge, ({ id }) => runPurge(services, id))
  // If a process is killed, its job is blocked for 15 minutes. This job resumes the purge sooner.
  jobs.every('* * * * *', resume, async () => {
    for (const id of await listUnderWay(services.db)) await runPurge(services, id)
  })
  jobs.every('29 4 * * *', erase, () => erasePurged(services.db))
}

type Step = (trx: Transaction<DB>, work: PurgeWork) => Promise<PurgeBatchResult>

/** Steps of a purge. Votes are withdrawn first, while the posts and comments voted on still exist. */
const PURGING: Step[] = [
  activityPurgeSteps.votes,
  activityPurgeSteps.likes,
  activityPurgeSteps.follows,
  activityPurgeSteps.subjects,
  contentPurgeSteps.messages,
  contentPurgeSteps.pending,
  (trx, work) => removePurgedTexts(trx, work, 'note'),
  (trx, work) => removePurgedTexts(trx, work, 'comment'),
  (trx, work) => removePurgedTexts(trx, work, 'post'),
  contentPurgeSteps.profile,
]

/** Steps of undoing a purge. The profile comes first, because posts' social images show the member's name. */
const RESTORING: Step[] = [
  contentRestoreSteps.profile,
  (trx, work) => restorePurgedTexts(trx, work, 'post'),
  (trx, work) => restorePurgedTexts(trx, work, 'comment'),
  (trx, work) => restorePurgedTexts(trx, work, 'note'),
  contentRestoreSteps.pending,
  contentRestoreSteps.messages,
  activityRestoreSteps.subjects,
  activityRestoreSteps.follows,
  activityRestoreSteps.likes,
  activityRestoreSteps.votes,
]

/** Runs a purge in batches, each in a transaction. Returns early if another process is working on it. */
export async function runPurge(services: PurgeServices, id: string): Promise<void> {
  for (;;) {
    const after = await services.db.transaction().execute((trx) => doBatch(trx, id))
    if (!after) return
    await announcePurgeBatch(services, after)
  }
}

async function doBatch(trx: Transaction<DB>, id: string): Promise<PurgeBatchResult | undefined> {
  const work = await lockPurgeWork(trx, id)
  if (!work) return undefined
  for (const step of work.state === 'purging' ? PURGING : RESTORING) {
    const after = await step(trx, work)
    if (after.count === 0) continue
    await advancePurge(trx, work, after.count)
    return after
  }
  await finishPurge(trx, work)
  return { count: 0 }
}
