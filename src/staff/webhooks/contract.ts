import { oc } from '@orpc/contract'
import * as z from 'zod'
import { rateLimited } from '../../core/rate-limited.ts'
import { requiresProof } from '../../core/requires-proof.ts'
import { oneLine } from '../../platform/text.ts'
import {
  DELIVERIES_PAGE,
  DESCRIPTION_MAX,
  FAILING_DAYS,
  NO_EVENTS,
  NOT_HTTPS,
  OUTCOMES,
  SWITCHED_OFF,
  TEST_EVENT,
  TOO_MANY_WEBHOOKS,
  URL_MAX,
  WEBHOOK_EVENTS,
  WEBHOOK_RATE_LIMIT,
} from './policy.ts'

const webhookSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  created_at: z.iso.datetime(),
  is_on: z.boolean(),
  failing_since: z.iso
    .datetime()
    .nullable()
    .meta({
      description: `First failure since the last success. After ${FAILING_DAYS} days, the forum switches the webhook off.`,
    }),
})

const deliverySchema = z.object({
  id: z.uuid().meta({ description: 'The `webhook-id` header of all its attempts.' }),
  event: z.enum([...WEBHOOK_EVENTS, TEST_EVENT]),
  created_at: z.iso.datetime(),
  attempts: z.int(),
  outcome: z.enum(OUTCOMES).nullable().meta({
    description:
      'null: waiting for its next attempt; skipped: the content is no longer public; canceled: the webhook was switched off.',
  }),
  attempted_at: z.iso.datetime().nullable(),
  next_attempt_at: z.iso.datetime().nullable(),
  status: z.int().nullable().meta({ description: 'Response code of the last attempt.' }),
  duration_ms: z.int().nullable(),
  response: z.string().nullable().meta({ description: 'The beginning of the response.' }),
  error: z.string().nullable().meta({ description: 'Why there was no response.' }),
})

const withSecret = z.object({
  id: z.uuid(),
  secret: z.string().meta({ description: 'Returned only once.' }),
})

const byId = z.object({ id: z.uuid() })
const NOT_FOUND = { NOT_FOUND: { message: 'Webhook not found. It may have been deleted.' } }

/** Requests to other programs about events of the forum, in the Standard Webhooks format. For admins. */
export const webhooksContract = oc.tag('Webhooks').router({
  list: oc
    .route({ method: 'GET', path: '/webhooks', summary: 'List webhooks, newest first' })
    .output(z.object({ items: z.array(webhookSchema), next: z.null() })),

  create: requiresProof(WEBHOOK_RATE_LIMIT)
    .route({ method: 'POST', path: '/webhooks', successStatus: 201, summary: 'Create a webhook' })
    .input(
      z.object({
        url: z.string().trim().max(URL_MAX, `The address can have at most ${URL_MAX} characters.`),
        description: z
          .string()
          .overwrite(oneLine)
          .max(DESCRIPTION_MAX, `The description can have at most ${DESCRIPTION_MAX} characters.`)
          .default(''),
        events: z
          .array(z.enum(WEBHOOK_EVENTS))
          .min(1, NO_EVENTS)
          .max(WEBHOOK_EVENTS.length)
          .transform((events) => [...new Set(events)]),
      }),
    )
    .errors({
      BAD_REQUEST: { message: NOT_HTTPS, data: z.object({ field: z.string() }).optional() },
      CONFLICT: { message: TOO_MANY_WEBHOOKS },
    })
    .output(withSecret),

  update: rateLimited(WEBHOOK_RATE_LIMIT)
    .route({ method: 'PATCH', path: '/webhooks/{id}', summary: 'Switch a webhook on or off' })
    .input(byId.extend({ is_on: z.boolean() }))
    .errors(NOT_FOUND)
    .output(byId.extend({ is_on: z.boolean() })),

  replaceSecret: requiresProof(WEBHOOK_RATE_LIMIT)
    .route({
      method: 'PUT',
      path: '/webhooks/{id}/secret',
      summary: 'Replace the signing secret; the old one stops working immediately',
    })
    .input(byId)
    .errors(NOT_FOUND)
    .output(withSecret),

  remove: rateLimited(WEBHOOK_RATE_LIMIT)
    .route({ method: 'DELETE', path: '/webhooks/{id}', summary: 'Delete a webhook and its deliveries' })
    .input(byId)
    .errors(NOT_FOUND)
    .output(byId),
})

/** Requests that were sent or are waiting to be sent. For admins. */
export const webhookDeliveriesContract = oc.tag('Webhooks').router({
  list: oc
    .route({
      method: 'GET',
      path: '/webhooks/{id}/deliveries',
      summary: 'List deliveries of a webhook, newest first',
    })
    .input(
      byId.extend({
        cursor: z.uuid().optional(),
        limit: z.coerce.number().int().min(1).max(DELIVERIES_PAGE).default(DELIVERIES_PAGE),
      }),
    )
    .errors(NOT_FOUND)
    .output(z.object({ items: z.array(deliverySchema), next: z.string().nullable() })),

  create: rateLimited(WEBHOOK_RATE_LIMIT)
    .route({
      method: 'POST',
      path: '/webhooks/{id}/deliveries',
      successStatus: 201,
      summary: `Send a test event, \`${TEST_EVENT}\``,
    })
    .input(byId)
    .errors({ ...NOT_FOUND, CONFLICT: { message: SWITCHED_OFF } })
    .output(byId),

  repeat: rateLimited(WEBHOOK_RATE_LIMIT)
    .route({
      method: 'POST',
      path: '/webhook-deliveries/{id}/attempts',
      summary: 'Send a delivery again, with the current content',
    })
    .input(byId)
    .errors({
      NOT_FOUND: { message: 'Delivery not found. It may have been deleted.' },
      CONFLICT: { message: SWITCHED_OFF },
    })
    .output(byId),
})

export type Webhook = z.infer<typeof webhookSchema>
export type WebhookDelivery = z.infer<typeof deliverySchema>
