import { createItem, deleteItem, updateItem } from '../../accounts/manage-forms/items.server.ts'
import { type Context, invalidate } from '../../core/context.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { INVALID_URL } from '../../platform/website.ts'
import { renderMarkup } from '../../shared/markup/markup.server.ts'
import { eventsContract as contract, type ForumEvent } from './contract.ts'
import { findEvent, listEvents, type StoredEvent } from './sql.server.ts'

const { curator, visitor } = guards(contract)

export const eventsProcedures = {
  /** The end of an event does not invalidate the cache, because a response is cached for only ten seconds. */
  list: visitor.list.handler(async ({ context, input }) => {
    tag('events')
    const page = await listEvents(context.db, input)
    return { ...page, items: await shown(context, page.items) }
  }),

  create: curator.create.handler(async ({ context, input, errors }) => {
    const id = await createItem(context.db, 'events', context.viewer.id, input)
    const event = id && (await findEvent(context.db, id))
    if (!event) throw errors.CONFLICT()
    invalidate(context, 'events')
    const [made] = await shown(context, [event])
    return made as ForumEvent
  }),

  update: curator.update.handler(async ({ context, input, errors }) => {
    const outcome = await updateItem(context.db, 'events', context.viewer.id, input)
    if (outcome === 'outdated') throw errors.CONFLICT()
    const event = outcome === 'saved' && (await findEvent(context.db, input.id))
    if (!event) throw errors.NOT_FOUND()
    invalidate(context, 'events')
    const [changed] = await shown(context, [event])
    return changed as ForumEvent
  }),

  remove: curator.remove.handler(async ({ context, input: { id }, errors }) => {
    if (!(await deleteItem(context.db, 'events', context.viewer.id, id))) throw errors.NOT_FOUND()
    invalidate(context, 'events')
    return { id }
  }),
}

async function shown(context: Context, events: StoredEvent[]): Promise<ForumEvent[]> {
  const descriptions = await renderMarkup(
    context,
    events.map(({ description }) => ({ content: description })),
  )
  return events.map((event, index) => ({ ...event, description_html: descriptions[index] as string }))
}

export const eventConstraints: ConstraintErrors = {
  events_ends_at_check: ['BAD_REQUEST', 'The end must be after the start.', 'ends_at'],
  events_link_check: ['BAD_REQUEST', INVALID_URL, 'link'],
  events_where_check: ['BAD_REQUEST', 'Enter a place, a link, or both.', 'place'],
}
