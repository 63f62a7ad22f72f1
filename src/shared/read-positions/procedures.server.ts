import { guards } from '../../core/procedure.server.ts'
import { readsContract as contract } from './contract.ts'
import { saveReadPosition } from './sql.server.ts'

const { member } = guards(contract)

/** Read positions are private, so a change invalidates no cached pages. */
export const readsProcedures = {
  update: member.update.handler(async ({ context: { db, viewer }, input, errors }) => {
    const saved = await saveReadPosition(db, viewer.id, input)
    if (!saved) throw errors.NOT_FOUND()
    return saved
  }),
}
