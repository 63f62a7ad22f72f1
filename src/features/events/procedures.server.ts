import { invalidate } from '../../api/core/context.server.ts'
import { guards } from '../../api/core/procedure.server.ts'
import { tag } from '../../platform/response-cache.server.ts'
import { createItem, deleteItem, updateItem } from '../manage/items.server.ts'
import { events as contract } from './contract.ts'
import { findEvent, listEvents } from './sql.server.ts'

const { curator, visitor } = guards(contract)

export const events = {
  /** Time alone drops nothing: an event that is over is past within ten seconds. */
  list: visitor.list.handler(({ context, input }) => {
    tag('events')
    return listEvents(context.db, input)
  }),

  create: curator.create.handler(async ({ context, input, errors }) => {
    const id = await createItem(context.db, 'events', context.viewer.id, input)
    const event = id && (await findEvent(context.db, id))
    if (!event) throw errors.CONFLICT()
    invalidate(context, 'events')
    return event
  }),

  update: curator.update.handler(async ({ context, input, errors }) => {
    const outcome = await updateItem(context.db, 'events', context.viewer.id, input)
    if (outcome === 'outdated') throw errors.CONFLICT()
    const event = outcome === 'saved' && (await findEvent(context.db, input.id))
    if (!event) throw errors.NOT_FOUND()
    invalidate(context, 'events')
    return event
  }),

  remove: curator.remove.handler(async ({ context, input: { id }, errors }) => {
    if (!(await deleteItem(context.db, 'events', context.viewer.id, id))) throw errors.NOT_FOUND()
    invalidate(context, 'events')
    return { id }
  }),
}
