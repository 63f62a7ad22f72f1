import type { Kysely } from 'kysely'
import { publishToMember } from '../../accounts/live/publish.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { isStaff, type Viewer } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { findAppealOfCase } from '../../moderation/appeals/sql.server.ts'
import { findRuleLabel } from '../../moderation/record-action.server.ts'
import { publishToStaff } from '../../moderation/staff.server.ts'
import { claimOf, toCase, toDetail } from './case-responses.server.ts'
import { assignCase, claimCase, listModerators, listRoles, releaseCase } from './claims-sql.server.ts'
import { moderationCasesContract as contract } from './contract.ts'
import { decideMany } from './decide-many.server.ts'
import { conflictOf, decideOne } from './decide-one.server.ts'
import { findDetail } from './detail-sql.server.ts'
import { addCaseNote } from './notes-sql.server.ts'
import { CASE_NOTES_MAX, findDecisionObstacle } from './policy.ts'
import { type CaseRow, countWaiting, findCase, listCases, lockCase } from './sql.server.ts'
import { WAITING_CAP } from './waiting-cap.ts'

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

  decide: staff.decide.handler(async ({ context, input }) =>
    decideOne(context, { ...input, rule: await findRuleLabel(context.db, input.rule) }),
  ),

  decideMany: staff.decideMany.handler(async ({ context, input }) => {
    const rule = await findRuleLabel(context.db, input.rule)
    return { items: await decideMany(context, { ...input, rule }) }
  }),

  moderators: staff.moderators.handler(async ({ context: { db } }) => ({ items: await listModerators(db) })),

  assign: staff.assign.handler(async ({ context, input: { id, assignee }, errors }) => {
    const { db, viewer } = context
    if (!(await findCase(db, viewer.id, id))) throw errors.NOT_FOUND()
    if (assignee && !(await mayBeAssigned(db, id, assignee)))
      throw errors.BAD_REQUEST({ message: 'They can’t decide this case.', data: { field: 'assignee' } })
    const isAssigned = await assignCase(db, { id, assignee, by: viewer.id })
    const state = (await findCase(db, viewer.id, id)) as CaseRow
    if (!isAssigned) throw errors.CONFLICT(await conflictOf(db, state))
    await publishToStaff(context, id)
    if (assignee) publishToMember(context, assignee, { type: 'notification' })
    return { claim: claimOf(state) }
  }),

  addNote: staff.addNote.handler(async ({ context, input: { id, text }, errors }) => {
    const { db, viewer } = context
    await db.transaction().execute(async (trx) => {
      if (!(await lockCase(trx, viewer.id, id))) throw errors.NOT_FOUND()
      await addCaseNote(trx, { id, by: viewer.id, text })
    })
    await publishToStaff(context, id)
    return { id, notes: (await findDetail(db, id)).notes }
  }),
}

/** Whether a moderator may decide the case, so that it can be assigned to them. */
async function mayBeAssigned(db: Kysely<DB>, id: string, assignee: string): Promise<boolean> {
  const viewer = { id: assignee, roles: await listRoles(db, assignee) } as Viewer
  const found = isStaff(viewer) && (await findCase(db, assignee, id))
  return Boolean(found) && findDecisionObstacle(viewer, found as CaseRow) === null
}

export const caseConstraints: ConstraintErrors = {
  case_notes_number_check: ['CONFLICT', `A case can have at most ${CASE_NOTES_MAX} notes.`],
}
