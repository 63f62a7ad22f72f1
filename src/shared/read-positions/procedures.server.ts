import { guards } from '../../core/procedure.server.ts'
import { reads as contract } from './contract.ts'
import { saveRead } from './sql.server.ts'

const { member } = guards(contract)

/** Private, so these invalidate no pages. */
export const reads = {
  update: member.update.handler(async ({ context: { db, viewer }, input, errors }) => {
    const saved = await saveRead(db, viewer.id, input)
    if (!saved) throw errors.NOT_FOUND()
    return saved
  }),
}
