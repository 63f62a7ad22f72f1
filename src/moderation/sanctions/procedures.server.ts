import { publishToMember } from '../../accounts/live/publish.server.ts'
import { SESSIONS_CHANNEL } from '../../accounts/session/session-cache.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { sanctionError } from '../../core/standing.server.ts'
import type { Sanction } from '../../core/viewer.ts'
import { isBlank } from '../../platform/text.ts'
import { mayActOn, REASON_MISSING } from '../policy.ts'
import { findRuleLabel } from '../record-action.server.ts'
import { sanctionsContract as contract } from './contract.ts'
import { addSanction, announceSanction, liftSanction } from './sanction.server.ts'
import {
  acknowledgeWarning,
  findSanctionedMember,
  listMemberSanctions,
  listOwnSanctions,
} from './sql.server.ts'

const { member, staff } = guards(contract)

export const sanctionsProcedures = {
  create: staff.create.handler(async ({ context, input, errors }) => {
    const { db, viewer } = context
    const { username, rule: number, ends = null, ...given } = input
    const subject = await findSanctionedMember(db, username)
    if (!subject) throw errors.NOT_FOUND()
    if (!mayActOn(viewer, subject)) throw errors.FORBIDDEN()
    const rule = await findRuleLabel(db, number)
    if (!rule && isBlank(given.reason))
      throw errors.BAD_REQUEST({ message: REASON_MISSING, data: { field: 'reason' } })
    const acted = await db
      .transaction()
      .execute((trx) => addSanction(trx, viewer, { ...given, rule, member_id: subject.id, ends_at: ends }))
    announceSanction(context, acted)
    return { id: acted.id, action_id: acted.action_id }
  }),

  lift: staff.lift.handler(async ({ context, input }) => {
    const { db, viewer } = context
    const acted = await db.transaction().execute((trx) => liftSanction(trx, viewer, input.id, input))
    announceSanction(context, acted)
    return { action_id: acted.action_id }
  }),

  list: staff.list.handler(async ({ context: { db, viewer }, input, errors }) => {
    const subject = await findSanctionedMember(db, input.username)
    if (!subject) throw errors.NOT_FOUND()
    return {
      items: await listMemberSanctions(db, subject.id, viewer.id),
      may_sanction: mayActOn(viewer, subject),
    }
  }),

  mine: member.mine.handler(async ({ context: { db, viewer } }) => ({
    items: await listOwnSanctions(db, viewer.id),
  })),

  acknowledge: member.acknowledge.handler(async ({ context, input, errors }) => {
    const { db, viewer, bus } = context
    const acknowledged_at = await acknowledgeWarning(db, viewer.id, input.id)
    if (!acknowledged_at) throw errors.NOT_FOUND()
    // The member may write before the database's notification arrives, so cached sessions are updated now.
    bus.publish(SESSIONS_CHANNEL, [viewer.id])
    publishToMember(context, viewer.id, { type: 'sanction' })
    return { id: input.id, acknowledged_at }
  }),
}

/** Errors for writes that the database refuses because of a sanction (db/schema/sanctions.sql). */
export const sanctionConstraints: ConstraintErrors = {
  sanctions_suspension: refused,
  sanctions_warning: refused,
  sanctions_rate_limit: refused,
  sanctions_standing_key: ['CONFLICT', 'Someone else just did this. Please reload the page.'],
}

function refused(detail: string) {
  const { retry_after, ...sanction } = JSON.parse(detail) as Sanction & { retry_after?: number }
  const ends_at = sanction.ends_at && new Date(sanction.ends_at).toISOString()
  return sanctionError({ ...sanction, ends_at }, retry_after)
}
