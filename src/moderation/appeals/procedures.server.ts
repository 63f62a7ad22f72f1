import { publishToMember } from '../../accounts/live/publish.server.ts'
import { invalidate } from '../../core/context.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { waitText } from '../../platform/http/rate.ts'
import { publishToStaff } from '../staff.server.ts'
import { appealsContract as contract } from './contract.ts'
import { resolveAppeal } from './decide.server.ts'
import { APPEAL_OBSTACLE_TEXT, type AppealOutcome, obstacleToDeciding } from './policy.ts'
import {
  findAppealableAction,
  findAppealWait,
  insertAppeal,
  type LockedAppeal,
  listAppeals,
  lockAppeal,
  lockAppellant,
} from './sql.server.ts'

const { member, staff } = guards(contract)

export const appealsProcedures = {
  create: member.create.handler(async ({ context, input, errors }) => {
    const { db, viewer, config } = context
    const { case_id, ...appeal } = await db.transaction().execute(async (trx) => {
      await lockAppellant(trx, viewer.id)
      const found = await findAppealableAction(trx, viewer.id, input.id)
      if (!found) throw errors.NOT_FOUND()
      const { obstacle } = found
      if (obstacle) throw errors.CONFLICT({ message: APPEAL_OBSTACLE_TEXT[obstacle], data: { obstacle } })
      const wait = config.RATE_LIMITS ? await findAppealWait(trx, viewer.id) : undefined
      if (wait) throw errors.TOO_MANY_REQUESTS(tooMany(wait))
      return insertAppeal(trx, { memberId: viewer.id, actionId: input.id, words: input.words })
    })
    await publishToStaff(context, case_id)
    return appeal
  }),

  read: member.read.handler(async ({ context: { db, viewer }, input, errors }) => {
    const found = await findAppealableAction(db, viewer.id, input.id)
    if (!found) throw errors.NOT_FOUND()
    return found
  }),

  mine: member.mine.handler(({ context: { db, viewer }, input }) => listAppeals(db, viewer.id, input.cursor)),

  decide: staff.decide.handler(async ({ context, input, errors }) => {
    const { db, viewer } = context
    const { found, appeal, reversal, afterCommit } = await db.transaction().execute(async (trx) => {
      const found = await lockAppeal(trx, viewer.id, input.id)
      if (!found) throw errors.NOT_FOUND()
      const message = obstacleToDeciding(viewer, found)
      if (message) throw errors.FORBIDDEN({ message })
      if (found.outcome) throw errors.CONFLICT(conflictOf(found))
      return { found, ...(await resolveAppeal(trx, viewer, found, input)) }
    })
    invalidate(context, 'moderation-log')
    publishToMember(context, found.member.id, { type: 'notification' })
    await publishToStaff(context, found.case_id)
    await afterCommit?.(context)
    return { ...appeal, reversal }
  }),
}

function tooMany(retry_after: number) {
  const message = `You’ve sent too many appeals today. Try again in ${waitText(retry_after)}.`
  return { message, data: { retry_after } }
}

function conflictOf({ outcome, decided_at, decided_by }: LockedAppeal) {
  const data = { outcome: outcome as AppealOutcome, decided_at: decided_at as string }
  if (outcome === 'moot') return { message: 'The action was reversed before the appeal was decided.', data }
  return { message: `${decided_by ?? 'Someone'} already decided this appeal: ${outcome}.`, data }
}
