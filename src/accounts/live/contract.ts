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
    concept_ids: z.array(id),
  }),
])

/** The live stream. routes.server.ts serves it without a procedure. Declared for the OpenAPI document. */
export const liveContract = {
  open: oc
    .route({
      method: 'GET',
      path: '/live',
      summary: 'Stream live events as server-sent events',
      description:
        'Each message is JSON and names what changed. It never includes content: use the API to get it. The first one, ' +
        '`open`, says whose personal events are sent (null: none). Reconnect with `Last-Event-ID`; `missed` means ' +
        'that events were lost, so reload your data. A comment is sent every 25 seconds. If you get 429, wait for ' +
        '`Retry-After` seconds.',
      tags: ['Live'],
    })
    .input(
      z.object({
        past: z.coerce
          .number()
          .int()
          .min(0)
          .optional()
          .describe('How far back to start, in milliseconds. For the first stream of a cached page.'),
      }),
    )
    .output(eventIterator(eventSchema)),
}
