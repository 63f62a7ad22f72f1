import { guards } from '../../core/procedure.server.ts'
import { bookmarksContract as contract } from './contract.ts'
import { addBookmark, removeBookmark } from './sql.server.ts'

const { member } = guards(contract)

/** Bookmarks are private, so they don't invalidate cached pages. */
export const bookmarksProcedures = {
  add: member.add.handler(async ({ context: { db, viewer }, input, errors }) => {
    if (!(await addBookmark(db, viewer.id, input.id))) throw errors.NOT_FOUND()
    return { bookmarked: true }
  }),

  remove: member.remove.handler(async ({ context: { db, viewer }, input, errors }) => {
    if (!(await removeBookmark(db, viewer.id, input.id))) throw errors.NOT_FOUND()
    return { bookmarked: false }
  }),
}
