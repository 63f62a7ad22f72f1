import { publishToMember } from '../../accounts/live/publish.server.ts'
import { invalidate } from '../../core/context.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { waitInWords } from '../../platform/http/rate.ts'
import { publishToStaff } from '../staff.server.ts'
import { appeals as contract } from './contract.ts'
import { decide } from './decide.server.ts'
import { type AppealOutcome, OBSTACLE_WORDS, obstacleToDeciding } from './policy.ts'
import {
  findAppealWait,
  findContestable,
  type HeldAppeal,
  holdAppeal,
  holdAppellant,
  insertAppeal,
  listAppeals,
} from './sql.server.ts'

const { member, staff } = guards(contract)

export const appeals = {
  create: member.create.handler(async ({ context, input, errors }) => {
    const { db, viewer, config } = context
    const { case_id, ...appeal } = await db.transaction().execute(async (trx) => {
      await holdAppellant(trx, viewer.id)
      const found = await findContestable(trx, viewer.id, input.id)
      if (!found) throw errors.NOT_FOUND()
      const { obstacle } = found
      if (obstacle) throw errors.CONFLICT({ message: OBSTACLE_WORDS[obstacle], data: { obstacle } })
      const wait = config.RATE_LIMITS ? await findAppealWait(trx, viewer.id) : undefined
      if (wait) throw errors.TOO_MANY_REQUESTS(tooMany(wait))
      return insertAppeal(trx, { memberId: viewer.id, actionId: input.id, words: input.words })
    })
    await publishToStaff(context, case_id)
    return appeal
  }),

  read: member.read.handler(async ({ context: { db, viewer }, input, errors }) => {
    const found = await findContestable(db, viewer.id, input.id)
    if (!found) throw errors.NOT_FOUND()
    return found
  }),

  mine: member.mine.handler(({ context: { db, viewer }, input }) => listAppeals(db, viewer.id, input.cursor)),

  decide: staff.decide.handler(async ({ context, input, errors }) => {
    const { db, viewer } = context
    const { found, appeal, reversal, afterCommit } = await db.transaction().execute(async (trx) => {
      const found = await holdAppeal(trx, viewer.id, input.id)
      if (!found) throw errors.NOT_FOUND()
      const message = obstacleToDeciding(viewer, found)
      if (message) throw errors.FORBIDDEN({ message })
      if (found.outcome) throw errors.CONFLICT(conflictOf(found))
      return { found, ...(await decide(trx, viewer, found, input)) }
    })
    invalidate(context, 'moderation-log')
    publishToMember(context, found.member.id, { type: 'notification' })
    await publishToStaff(context, found.case_id)
    await afterCommit?.(context)
    return { ...appeal, reversal }
  }),
}

function tooMany(retry_after: number) {
  const message = `You’ve sent too many appeals today. Try again in ${waitInWords(retry_after)}.`
  return { message, data: { retry_after } }
}

function conflictOf({ outcome, decided_at, decided_by }: HeldAppeal) {
  const data = { outcome: outcome as AppealOutcome, decided_at: decided_at as string }
  if (outcome === 'moot') return { message: 'The action was reversed before the appeal was decided.', data }
  return { message: `${decided_by ?? 'Someone'} already decided this appeal: ${outcome}.`, data }
}
