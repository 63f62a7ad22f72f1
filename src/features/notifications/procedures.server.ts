import { member } from '../../api/procedure.server.ts'
import { countUnread, listNotifications, markAllRead, markRead } from './sql.server.ts'

/** Everybody has their own; another member's are not found. */
export const notifications = {
  list: member.notifications.list.handler(async ({ context: { db, viewer } }) => {
    return { ...(await listNotifications(db, viewer.id)), next: null }
  }),

  read: member.notifications.read.handler(async ({ context: { db, viewer }, input, errors }) => {
    if (!(await markRead(db, viewer.id, input.id))) throw errors.NOT_FOUND()
    return { unread: await countUnread(db, viewer.id) }
  }),

  readAll: member.notifications.readAll.handler(async ({ context: { db, viewer } }) => {
    await markAllRead(db, viewer.id)
    return { unread: await countUnread(db, viewer.id) }
  }),
}
