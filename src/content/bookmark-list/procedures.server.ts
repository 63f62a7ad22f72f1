import { guards } from '../../core/procedure.server.ts'
import { bookmarkList as contract } from './contract.ts'
import { listBookmarks } from './sql.server.ts'

const { member } = guards(contract)

export const bookmarkList = {
  list: member.list.handler(({ context: { db, viewer }, input }) =>
    listBookmarks(db, viewer.id, input.cursor),
  ),
}
