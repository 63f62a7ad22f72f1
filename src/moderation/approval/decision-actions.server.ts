import { ORPCError } from '@orpc/server'
import type { Kysely } from 'kysely'
import type { Context } from '../../core/context.server.ts'
import { isExpected, toTypedError } from '../../core/errors.server.ts'
import type { DB } from '../../db/types.ts'
import type { DecisionAction } from '../decision-actions.server.ts'
import { recordAction } from '../record-action.server.ts'
import { isUnderSanction } from './hold-check.server.ts'
import { SUBMITTED_KINDS, type SubmittedKind } from './policy.ts'
import type { Publisher, SubmissionDraft } from './publishers.server.ts'
import { allowPublishingForOthers, deletePending, linkNotification } from './sql.server.ts'

/** Publishes the text under its original id, as if its author had just sent it. */
export const approvePending = (publishers: Record<SubmittedKind, Publisher>): DecisionAction => ({
  kinds: SUBMITTED_KINDS,
  sources: ['pending'],
  act: async (trx, context, { kind, reason, rule, ...decided }) => {
    const { case_id, post_id, member_id, target_id, note } = decided
    const held = await deletePending(trx, case_id)
    if (!held) throw refusal('It was deleted.')
    if (await isUnderSanction(trx, held.author_id, 'suspension')) throw refusal('Its author is suspended.')
    const thing = { kind: kind as SubmittedKind, id: held.id }
    await allowPublishingForOthers(trx)
    const published = await publishIn(trx, context, publishers[thing.kind], held)
    await linkNotification(trx, case_id, { ...thing, post_id })
    const about = { kind, target_id, member_id, post_id, case_id, note, reason, rule }
    await recordAction(trx, { action: 'approve', by: context.viewer, ...about })
    return published.announce
  },
})

/** Rejects a pending text. Its author still sees it with the rule and reason, but no moderator's name. */
export const rejectPending: DecisionAction = {
  kinds: SUBMITTED_KINDS,
  sources: ['pending'],
  act: async (trx, { viewer }, decided) => {
    await recordAction(trx, { ...decided, action: 'reject', by: viewer })
    return undefined
  },
}

/** Publishes the text. If the database refuses it, throws BAD_REQUEST and the case remains open. */
async function publishIn(trx: Kysely<DB>, context: Context, publish: Publisher, draft: SubmissionDraft) {
  try {
    const published = await publish(trx, draft)
    if (published) return published
  } catch (error) {
    const typed = toTypedError(error, context.constraintErrors)
    if (!isExpected(typed)) throw error
    throw refusal((typed as ORPCError<string, unknown>).message)
  }
  throw refusal('Its ID is already in use.')
}

function refusal(why: string) {
  const message = `It can’t be published. ${why}`
  return new ORPCError('BAD_REQUEST', { message, data: { field: 'actions' } })
}
