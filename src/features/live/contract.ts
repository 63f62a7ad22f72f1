import { eventIterator, oc } from '@orpc/contract'
import * as z from 'zod'

const id = z.uuid()

const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('open'), as: id.nullable() }),
  z.object({ type: z.literal('missed') }),
  z.object({ type: z.literal('notification') }),
  z.object({ type: z.literal('sanction') }),
  z.object({ type: z.literal('case'), id }),
  z.object({ type: z.literal('message'), with: id, from: id }),
  z.object({ type: z.literal('messages_read'), with: id, by: id }),
  z.object({
    type: z.literal('notes'),
    act: z.enum(['created', 'changed', 'deleted']),
    id,
    author_id: id.nullable(),
    parent_id: id.nullable(),
  }),
  z.object({ type: z.literal('note_likes'), id }),
  z.object({ type: z.literal('comments'), act: z.enum(['created', 'deleted']), id, post_id: id }),
  z.object({ type: z.literal('votes'), ids: z.array(id) }),
  z.object({
    type: z.literal('posts'),
    act: z.enum(['created', 'deleted']),
    id,
    author_id: id.nullable(),
    category_ids: z.array(id),
  }),
])

/** Served by routes.server.ts instead of a procedure. Declared here for the OpenAPI document. */
export const live = {
  open: oc
    .route({
      method: 'GET',
      path: '/live',
      summary: 'What changes, as server-sent events',
      description:
        'Each message is JSON and names what changed, never content: read that through the API. The first one, ' +
        '`open`, says whose personal events come (null: nobody’s). Come back with `Last-Event-ID`; `missed` says ' +
        'that events were lost, so read again what you show. A comment comes every 25 seconds. 429 says in ' +
        '`Retry-After` when to try again.',
      tags: ['Live'],
    })
    .input(
      z.object({
        past: z.coerce
          .number()
          .int()
          .min(0)
          .optional()
          .describe('Milliseconds: how far back to begin, for a first stream that belongs to an older page'),
      }),
    )
    .output(eventIterator(eventSchema)),
}
