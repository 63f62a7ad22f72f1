import { guards } from '../../api/core/procedure.server.ts'
import { readCursor } from '../posts/list/cursor.ts'
import { bookmarkList as contract } from './contract.ts'
import { listBookmarks } from './sql.server.ts'

const { member } = guards(contract)

/** Everybody has their own; nobody sees another's. */
export const bookmarkList = {
  list: member.list.handler(async ({ context: { db, viewer }, input, errors }) => {
    const cursor = input.cursor === undefined ? undefined : readCursor(input.cursor, 'newest', false)
    if (input.cursor !== undefined && !cursor) throw errors.BAD_REQUEST()
    return listBookmarks(db, viewer.id, cursor)
  }),
}
