import { guards } from '../../core/procedure.server.ts'
import { bookmarkListContract as contract } from './contract.ts'
import { listBookmarks } from './sql.server.ts'

const { member } = guards(contract)

export const bookmarkListProcedures = {
  list: member.list.handler(({ context: { db, viewer }, input }) =>
    listBookmarks(db, viewer.id, input.cursor),
  ),
}
