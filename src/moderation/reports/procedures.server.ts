import type { Kysely } from 'kysely'
import { guards } from '../../core/procedure.server.ts'
import { enforceStanding } from '../../core/standing.server.ts'
import type { DB } from '../../db/types.ts'
import { waitText } from '../../platform/http/rate.ts'
import { isRemovable } from '../removal/policy.ts'
import { announceRemoval, hideContent, type RemovalResult } from '../removal/remove.server.ts'
import { publishToStaff } from '../staff.server.ts'
import { reportsContract as contract } from './contract.ts'
import { REPORTS_A_DAY } from './policy.ts'
import { insertReport, isHiddenByReports, listReports, markAutomatic } from './sql.server.ts'

const { member } = guards(contract)

export const reportsProcedures = {
  create: member.create.handler(async ({ context, input, errors }) => {
    const { db, viewer, config } = context
    if (input.kind !== 'message') enforceStanding(viewer)
    const limit = config.RATE_LIMITS ? REPORTS_A_DAY : undefined
    const { answer, wait, case_id, hidden } = await report(db, { reporterId: viewer.id, ...input, limit })
    if (answer === 'missing') throw errors.NOT_FOUND()
    if (answer === 'own') throw errors.FORBIDDEN()
    if (answer === 'too_many') throw errors.TOO_MANY_REQUESTS(tooMany(wait ?? 1))
    if (hidden) await announceRemoval(context, hidden)
    if (case_id) await publishToStaff(context, case_id)
    return { kind: input.kind, id: input.id }
  }),

  mine: member.mine.handler(({ context: { db, viewer }, input }) => listReports(db, viewer.id, input.cursor)),
}

function tooMany(retry_after: number) {
  const message = `You’ve sent too many reports today. Try again in ${waitText(retry_after)}.`
  return { message, data: { retry_after } }
}

type ReportInput = Parameters<typeof insertReport>[1]

/** Saves a report and hides content after enough reports. Reports lock the case, so only one hides it. */
function report(db: Kysely<DB>, wish: ReportInput) {
  return db.transaction().execute(async (trx) => {
    const answer = await insertReport(trx, wish)
    let hidden: RemovalResult | undefined
    if (answer.case_id && isRemovable(wish.kind) && (await isHiddenByReports(trx, answer.case_id))) {
      hidden = await hideContent(trx, { kind: wish.kind, id: wish.id, case_id: answer.case_id })
      if (hidden) await markAutomatic(trx, answer.case_id)
    }
    return { ...answer, hidden }
  })
}
