import { ORPCError } from '@orpc/server'
import type { Kysely } from 'kysely'
import { publishToMember } from '../../accounts/live/publish.server.ts'
import { type Context, invalidate } from '../../core/context.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { publishToStaff } from '../../moderation/staff.server.ts'
import type { Author } from '../../shared/authors/contract.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { claimOf, toCaseClosing } from './case-responses.server.ts'
import { type CaseDecision, decideCase } from './decide.server.ts'
import { listActionsOf } from './detail-sql.server.ts'
import { CASE_NOT_FOUND, findDecisionObstacle } from './policy.ts'
import { type CaseRow, listConcernedMembers, lockCase } from './sql.server.ts'

/**
 * Decides one case in its own transaction, then notifies members, and moderators with `notifyStaff`. Throws an ORPCError
 * if the decision is refused.
 */
export async function decideOne(
  context: Context & { viewer: Viewer },
  decision: CaseDecision,
  notifyStaff = ({ id }: CaseRow) => publishToStaff(context, id),
) {
  const { viewer } = context
  const { found, closed, afterCommit } = await context.db.transaction().execute(async (trx) => {
    // The case is locked until the commit, so that only the first of several decisions succeeds.
    const found = await lockCase(trx, viewer.id, decision.id)
    if (!found) throw new ORPCError('NOT_FOUND', { message: CASE_NOT_FOUND })
    const message = findDecisionObstacle(viewer, found)
    if (message) throw new ORPCError('FORBIDDEN', { message })
    if (found.closed_at) throw new ORPCError<'CONFLICT', unknown>('CONFLICT', await conflictOf(trx, found))
    return { found, ...(await decideCase(trx, context, found, decision)) }
  })
  invalidate(context, 'moderation-log')
  for (const member of await listConcernedMembers(context.db, found.id))
    publishToMember(context, member, { type: 'notification' })
  await notifyStaff(found)
  for (const each of afterCommit) await each(context)
  return { id: found.id, closed }
}

/** Describes another moderator's decision or claim, for the error that the viewer receives. */
export async function conflictOf(db: Kysely<DB>, found: CaseRow) {
  const closed = toCaseClosing(found)
  const claim = claimOf(found)
  const name = (who: Author | null | undefined) => (who ? displayName(who) : 'Someone')
  if (!closed) return { message: claimMessage(name(claim?.by), claim?.until), data: { closed, claim } }
  const actions = await listActionsOf(db, found.id)
  const message = `${name(closed.closed_by)} already closed this case: ${closed.outcome}.`
  return { message, data: { closed: { ...closed, actions }, claim: null } }
}

function claimMessage(name: string, until: string | null | undefined): string {
  return until === null ? `This case is assigned to ${name}.` : `${name} is reviewing this case.`
}
