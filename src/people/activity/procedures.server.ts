import { guards } from '../../core/procedure.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { activityContract as contract, VISITOR_ACTIVITY } from './contract.ts'
import { listLines } from './lines.server.ts'
import { findEntry, recordPostActivity } from './sql.server.ts'

const { member, visitor } = guards(contract)

export const activityProcedures = {
  list: visitor.list.handler(async ({ context: { db, viewer }, input }) => {
    const limit = viewer ? input.limit : Math.min(input.limit, VISITOR_ACTIVITY)
    const items = await listLines(db, { viewer, isWithOwn: input.of !== 'followed' }, limit)
    tag('activity', 'posts')
    for (const { target_type, target_id, people } of items.flatMap(({ deeds }) => deeds)) {
      tag(...people.map(({ user_id }) => `profile:${user_id}`))
      if (target_type === 'profile') tag(`profile:${target_id}`)
    }
    return { items, next: null }
  }),

  create: member.create.handler(async ({ context, input, errors }) => {
    const { db, viewer } = context
    const act = { ...input, user_id: viewer.id }
    await recordPostActivity(db, act)
    const entry = await findEntry(db, act)
    if (!entry) throw errors.NOT_FOUND()
    return entry
  }),
}
