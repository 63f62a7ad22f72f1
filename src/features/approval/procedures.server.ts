import { guards } from '../../api/core/procedure.server.ts'
import { publishToStaff } from '../moderation/staff.server.ts'
import { pendingContent as contract } from './contract.ts'
import { listPending, withdrawPending } from './sql.server.ts'

const { member } = guards(contract)

export const pendingContent = {
  list: member.list.handler(({ context: { db, viewer }, input }) => listPending(db, viewer.id, input)),

  withdraw: member.withdraw.handler(async ({ context, input, errors }) => {
    const withdrawn = await withdrawPending(context.db, context.viewer.id, input)
    if (!withdrawn) throw errors.NOT_FOUND()
    await publishToStaff(context, withdrawn.case_id)
    return input
  }),
}
