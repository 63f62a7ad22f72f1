import type { Transaction } from 'kysely'
import type { Services } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'
import { type Jobs, job } from '../../platform/jobs/jobs.server.ts'
import { type Aftermath, type Announcing, announceBatch } from './aftermath.server.ts'
import { givings, takings } from './kept.server.ts'
import { advance, erasePurged, finish, listUnderWay, takeWork, type Work } from './sql.server.ts'
import { returns, withdrawals } from './withdrawn.server.ts'
import { removeWords, restoreWords } from './words.server.ts'

/** Continues a purge or its undoing. */
export const goOnWithPurge = job<{ id: string }>('purge')
const resume = job<object>('resume-purges')
const erase = job<object>('erase-purged-content')

export function handlePurgeJobs(
  services: Pick<Services, 'bus' | 'db' | 'jobs' | 'log'>,
  jobs: Pick<Jobs, 'handle' | 'every'>,
): void {
  jobs.handle(goOnWithPurge, ({ id }) => runPurge(services, id))
  // A killed process blocks its job for 15 minutes. This resumes it sooner.
  jobs.every('* * * * *', resume, async () => {
    for (const id of await listUnderWay(services.db)) await runPurge(services, id)
  })
  jobs.every('29 4 * * *', erase, () => erasePurged(services.db))
}

type Step = (trx: Transaction<DB>, work: Work) => Promise<Aftermath>

/** Removes votes first, while the voted content exists. */
const PURGING: Step[] = [
  withdrawals.votes,
  withdrawals.likes,
  withdrawals.follows,
  withdrawals.subjects,
  takings.messages,
  takings.pending,
  (trx, work) => removeWords(trx, work, 'note'),
  (trx, work) => removeWords(trx, work, 'comment'),
  (trx, work) => removeWords(trx, work, 'post'),
  takings.profile,
]

/** The reverse order, except that the profile comes first, because images of posts show its name. */
const RESTORING: Step[] = [
  givings.profile,
  (trx, work) => restoreWords(trx, work, 'post'),
  (trx, work) => restoreWords(trx, work, 'comment'),
  (trx, work) => restoreWords(trx, work, 'note'),
  givings.pending,
  givings.messages,
  returns.subjects,
  returns.follows,
  returns.likes,
  returns.votes,
]

/** Runs batches, each in a transaction, until the purge or undoing has ended or another process is working on it. */
export async function runPurge(services: Announcing, id: string): Promise<void> {
  for (;;) {
    const after = await services.db.transaction().execute((trx) => doBatch(trx, id))
    if (!after) return
    await announceBatch(services, after)
  }
}

async function doBatch(trx: Transaction<DB>, id: string): Promise<Aftermath | undefined> {
  const work = await takeWork(trx, id)
  if (!work) return undefined
  for (const step of work.state === 'purging' ? PURGING : RESTORING) {
    const after = await step(trx, work)
    if (after.count === 0) continue
    await advance(trx, work, after.count)
    return after
  }
  await finish(trx, work)
  return { count: 0 }
}
