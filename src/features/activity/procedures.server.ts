import { visitor } from '../../api/procedure.server.ts'
import { tag } from '../../platform/pages.server.ts'
import { VISITOR_ACTIVITY } from './contract.ts'
import { listActivity } from './sql.server.ts'

export const activity = {
  list: visitor.activity.list.handler(async ({ context: { db, viewer }, input }) => {
    const limit = viewer ? input.limit : Math.min(input.limit, VISITOR_ACTIVITY)
    const items = await listActivity(db, viewer, limit)
    tag('activity', 'posts', ...items.map(({ user_id }) => `profile:${user_id}`))
    return { items, next: null }
  }),
}
