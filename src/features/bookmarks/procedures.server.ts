import { guards } from '../../api/core/procedure.server.ts'
import { readCursor } from '../posts/cursor.ts'
import { bookmarks as contract } from './contract.ts'
import { addBookmark, listBookmarks, removeBookmark } from './sql.server.ts'

const { member } = guards(contract)

/** Everybody has their own; nobody sees another's, so no public page depends on them. */
export const bookmarks = {
  list: member.list.handler(async ({ context: { db, viewer }, input, errors }) => {
    const cursor = input.cursor === undefined ? undefined : readCursor(input.cursor, 'newest', false)
    if (input.cursor !== undefined && !cursor) throw errors.BAD_REQUEST()
    return listBookmarks(db, viewer.id, cursor)
  }),

  add: member.add.handler(async ({ context: { db, viewer }, input, errors }) => {
    if (!(await addBookmark(db, viewer.id, input.id))) throw errors.NOT_FOUND()
    return { bookmarked: true }
  }),

  remove: member.remove.handler(async ({ context: { db, viewer }, input, errors }) => {
    if (!(await removeBookmark(db, viewer.id, input.id))) throw errors.NOT_FOUND()
    return { bookmarked: false }
  }),
}
