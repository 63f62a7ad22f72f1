import { oc } from '@orpc/contract'
import * as z from 'zod'
import { itemTarget, updateTarget } from '../../accounts/manage-forms/fields.ts'
import { MANAGE_RATE_LIMIT } from '../../accounts/manage-forms/policy.ts'
import { rateLimited } from '../../core/rate-limited.ts'
import { senderIdSchema } from '../../core/sender-id.ts'
import { BROKEN_CURSOR, CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { contentHtml } from '../../shared/markup/contract.ts'
import { eventFields } from './inputs.ts'
import { EVENT_ORDERS, EVENTS_PAGE, HOURS_WITHOUT_END } from './policy.ts'

const eventSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  description_html: contentHtml,
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime().nullable(),
  place: z.string().nullable().meta({ description: 'Location. At least one of place and link is set.' }),
  link: z.string().nullable(),
  is_on: z.boolean().meta({ description: 'Whether it’s happening now.' }),
  updated_at: z.iso.datetime(),
})

const createInput = eventFields
  .partial({ description: true, ends_at: true, place: true, link: true })
  .extend({ id: senderIdSchema })
const NOT_FOUND = { NOT_FOUND: { message: 'Event not found.' } }

export const eventsContract = oc.tag('Events').router({
  list: oc
    .route({
      method: 'GET',
      path: '/events',
      summary: 'List upcoming events, soonest first, or past events, latest first',
    })
    .input(
      z
        .object({
          when: z
            .enum(['upcoming', 'past'])
            .default('upcoming')
            .meta({
              description: `Events without an end time end ${HOURS_WITHOUT_END} hours after they start.`,
            }),
          cursor: cursorIn('oldest', 'newest'),
          limit: z.coerce.number().int().min(1).max(EVENTS_PAGE).default(EVENTS_PAGE),
        })
        .refine(({ when, cursor }) => !cursor || cursor.order === EVENT_ORDERS[when], BROKEN_CURSOR),
    )
    .errors(CURSOR_ERRORS)
    .output(z.object({ items: z.array(eventSchema), next: z.string().nullable() })),
  create: rateLimited(MANAGE_RATE_LIMIT)
    .route({ method: 'POST', path: '/events', successStatus: 201, summary: 'Create an event' })
    .input(createInput)
    .errors({ CONFLICT: { message: 'This ID is already in use.' } })
    .output(eventSchema),
  update: rateLimited(MANAGE_RATE_LIMIT)
    .route({ method: 'PATCH', path: '/events/{id}', summary: 'Update an event' })
    .input(eventFields.partial().extend(updateTarget))
    .errors({
      ...NOT_FOUND,
      CONFLICT: { message: 'This event was changed elsewhere. Reload it to see both versions.' },
    })
    .output(eventSchema),
  remove: rateLimited(MANAGE_RATE_LIMIT)
    .route({ method: 'DELETE', path: '/events/{id}', summary: 'Delete an event' })
    .input(itemTarget)
    .errors(NOT_FOUND)
    .output(itemTarget),
})

export type ForumEvent = z.infer<typeof eventSchema>
