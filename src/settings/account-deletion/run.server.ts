import type { Transaction } from 'kysely'
import { SESSIONS_CHANNEL } from '../../accounts/session/session-cache.server.ts'
import { invalidate } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'
import { discardPicture } from '../../people/profiles/avatar.server.ts'
import { NAMES_TAG } from '../../shared/authors/tags.server.ts'
import { activityDeletionSteps, referenceDeletionSteps } from './activity-steps.server.ts'
import {
  announceDeletionBatch,
  type DeletionBatchResult,
  type DeletionServices,
} from './batch-result.server.ts'
import {
  advanceDeletion,
  clearTraces,
  deleteAccount,
  type LeavingMember,
  lockLeavingMember,
  lockProfile,
} from './sql.server.ts'
import { textDeletionSteps } from './text-steps.server.ts'

type Step = (trx: Transaction<DB>, leaver: LeavingMember) => Promise<DeletionBatchResult>

/** Steps in their order. Votes come first, because undoing a vote requires the content it was cast on. */
const STEPS: Step[] = [
  activityDeletionSteps.votes,
  activityDeletionSteps.likes,
  activityDeletionSteps.follows,
  activityDeletionSteps.followers,
  activityDeletionSteps.messages,
  activityDeletionSteps.formerMessages,
  textDeletionSteps.comments,
  textDeletionSteps.notes,
  textDeletionSteps.posts,
  ...referenceDeletionSteps,
]

interface Batch {
  after: DeletionBatchResult
  /** Set in the last batch, which deleted the account. */
  gone?: LeavingMember
}

/** Deletes a member in batches, each in its own transaction. Returns early if another process is doing so. */
export async function deleteMember(services: DeletionServices, id: string): Promise<void> {
  for (;;) {
    const batch = await services.db.transaction().execute((trx) => doBatch(trx, id))
    if (!batch) return
    await announceDeletionBatch(services, id, batch.after)
    if (batch.gone) return announceLeft(services, batch.gone)
  }
}

async function doBatch(trx: Transaction<DB>, id: string): Promise<Batch | undefined> {
  const leaver = await lockLeavingMember(trx, id)
  if (!leaver) return undefined
  const after = (await doStep(trx, leaver)) ?? (await finish(trx, leaver))
  if (!after) return { after: { count: 0 }, gone: leaver }
  await advanceDeletion(trx, id, after.count)
  return { after }
}

async function doStep(trx: Transaction<DB>, leaver: LeavingMember): Promise<DeletionBatchResult | undefined> {
  for (const step of STEPS) {
    const after = await step(trx, leaver)
    if (after.count > 0) return after
  }
  return undefined
}

/** Deletes the account. First repeats all steps under a lock, as slow requests may have written meanwhile. */
async function finish(trx: Transaction<DB>, leaver: LeavingMember): Promise<DeletionBatchResult | undefined> {
  await lockProfile(trx, leaver.id)
  const late = await doStep(trx, leaver)
  if (late) return late
  await clearTraces(trx, leaver.id)
  await deleteAccount(trx, leaver.id)
  return undefined
}

async function announceLeft(services: DeletionServices, { id, avatar_url }: LeavingMember): Promise<void> {
  invalidate(services, `profile:${id}`, NAMES_TAG, 'moderation-log')
  services.bus.publish(SESSIONS_CHANNEL, [id])
  if (avatar_url) await discardPicture(services, avatar_url)
}
