import type { Kysely } from 'kysely'
import { publishToMember } from '../../accounts/live/publish.server.ts'
import { invalidate } from '../../core/context.server.ts'
import { guards } from '../../core/procedure.server.ts'
import type { DB } from '../../db/types.ts'
import { findAppealOfCase } from '../../moderation/appeals/sql.server.ts'
import { findRuleLabel } from '../../moderation/record-action.server.ts'
import { publishToStaff } from '../../moderation/staff.server.ts'
import type { Author } from '../../shared/authors/contract.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { claimOf, toCase, toCaseClosing, toDetail } from './case-responses.server.ts'
import { moderationCasesContract as contract } from './contract.ts'
import { decideCase } from './decide.server.ts'
import { findDetail, listActionsOf } from './detail-sql.server.ts'
import { findDecisionObstacle, WAITING_CAP } from './policy.ts'
import {
  type CaseRow,
  claimCase,
  countWaiting,
  findCase,
  listCases,
  listConcernedMembers,
  lockCase,
  releaseCase,
} from './sql.server.ts'

const { staff } = guards(contract)

export const moderationCasesProcedures = {
  list: staff.list.handler(async ({ context: { db, viewer }, input, errors }) => {
    if (input.cursor && input.cursor.state !== input.state) throw errors.BAD_REQUEST()
    const { items, next } = await listCases(db, viewer.id, input)
    return { items: items.map((row) => toCase(viewer, row)), next }
  }),

  waiting: staff.waiting.handler(async ({ context: { db, viewer } }) => {
    const counts = await countWaiting(db, viewer.id)
    const open = counts.reduce((sum, { count }) => sum + count, 0)
    const kinds = Object.fromEntries(counts.map(({ kind, count }) => [kind, count])) as Record<
      CaseRow['kind'],
      number
    >
    return { open: Math.min(open, WAITING_CAP), kinds }
  }),

  read: staff.read.handler(async ({ context: { db, viewer }, input, errors }) => {
    const found = await findCase(db, viewer.id, input.id)
    if (!found) throw errors.NOT_FOUND()
    const appeal = found.kind === 'action' ? await findAppealOfCase(db, found.id) : null
    return toDetail(viewer, found, await findDetail(db, found.id), appeal)
  }),

  claim: staff.claim.handler(async ({ context, input: { id }, errors }) => {
    const { db, viewer } = context
    const found = await findCase(db, viewer.id, id)
    if (!found) throw errors.NOT_FOUND()
    const message = findDecisionObstacle(viewer, found)
    if (message) throw errors.FORBIDDEN({ message })
    const isMine = await claimCase(db, viewer.id, id)
    const state = (await findCase(db, viewer.id, id)) as CaseRow
    if (!isMine) throw errors.CONFLICT(await conflictOf(db, state))
    await publishToStaff(context, id)
    return { claim: claimOf(state) }
  }),

  release: staff.release.handler(async ({ context, input: { id }, errors }) => {
    const { db, viewer } = context
    const wasMine = await releaseCase(db, viewer.id, id)
    const found = await findCase(db, viewer.id, id)
    if (!found) throw errors.NOT_FOUND()
    if (wasMine) await publishToStaff(context, id)
    return { claim: claimOf(found) }
  }),

  decide: staff.decide.handler(async ({ context, input, errors }) => {
    const { viewer } = context
    const rule = await findRuleLabel(context.db, input.rule)
    const { found, closed, afterCommit } = await context.db.transaction().execute(async (trx) => {
      // The case is locked until the commit, so that only the first of several decisions succeeds.
      const found = await lockCase(trx, viewer.id, input.id)
      if (!found) throw errors.NOT_FOUND()
      const message = findDecisionObstacle(viewer, found)
      if (message) throw errors.FORBIDDEN({ message })
      if (found.closed_at) throw errors.CONFLICT(await conflictOf(trx, found))
      return { found, ...(await decideCase(trx, context, found, { ...input, rule })) }
    })
    invalidate(context, 'moderation-log')
    for (const member of await listConcernedMembers(context.db, found.id))
      publishToMember(context, member, { type: 'notification' })
    await publishToStaff(context, found.id)
    for (const each of afterCommit) await each(context)
    return { id: found.id, closed }
  }),
}

/** Describes another moderator's decision or claim, for the error that the viewer receives. */
async function conflictOf(db: Kysely<DB>, found: CaseRow) {
  const closed = toCaseClosing(found)
  const claim = claimOf(found)
  const name = (who: Author | null | undefined) => (who ? displayName(who) : 'Someone')
  if (!closed) return { message: `${name(claim?.by)} is reviewing this case.`, data: { closed, claim } }
  const actions = await listActionsOf(db, found.id)
  const message = `${name(closed.closed_by)} already closed this case: ${closed.outcome}.`
  return { message, data: { closed: { ...closed, actions }, claim: null } }
}
