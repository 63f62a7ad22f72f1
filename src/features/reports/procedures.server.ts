import { guards } from '../../api/core/procedure.server.ts'
import { waitInWords } from '../../platform/rate.ts'
import { publishToStaff } from '../moderation/staff.server.ts'
import { announce } from '../removal/remove.server.ts'
import { reports as contract } from './contract.ts'
import { REPORTS_A_DAY } from './policy.ts'
import { report } from './report.server.ts'
import { listReports } from './sql.server.ts'

const { member } = guards(contract)

export const reports = {
  create: member.create.handler(async ({ context, input, errors }) => {
    const { db, viewer, config } = context
    const limit = config.RATE_LIMITS ? REPORTS_A_DAY : undefined
    const { answer, wait, case_id, hidden } = await report(db, { reporterId: viewer.id, ...input, limit })
    if (answer === 'missing') throw errors.NOT_FOUND()
    if (answer === 'own') throw errors.FORBIDDEN()
    if (answer === 'too_many') throw errors.TOO_MANY_REQUESTS(tooMany(wait ?? 1))
    if (hidden) await announce(context, hidden)
    if (case_id) await publishToStaff(context, case_id)
    return { kind: input.kind, id: input.id }
  }),

  mine: member.mine.handler(({ context: { db, viewer }, input }) => listReports(db, viewer.id, input.cursor)),
}

function tooMany(retry_after: number) {
  const message = `You have reported a lot today. You can report more in ${waitInWords(retry_after)}.`
  return { message, data: { retry_after } }
}
