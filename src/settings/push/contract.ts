import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { AUTH_SECRET, ENDPOINT_MAX, PUBLIC_KEY } from './policy.ts'

/** A browser subscribes once for each session, so this allows many tries. */
const PUSH_RATE_LIMIT: RateLimit = {
  name: 'push subscriptions',
  account: { times: 30, seconds: 600 },
  address: { times: 150, seconds: 600 },
}

const INVALID = 'This browser’s push subscription is invalid. Please turn push on again.'

const subscriptionSchema = z.object({
  id: z.uuid(),
  is_current: z.boolean().meta({ description: 'The browser of this request' }),
  browser: z.string().nullable().meta({ description: 'For example “Firefox 140”; null if unknown' }),
  system: z.string().nullable().meta({ description: 'For example “Windows”; null if unknown' }),
  created_at: z.iso.datetime(),
})

/** Browsers that receive the member's notifications as push messages. Each ends with its session. */
export const pushContract = oc.tag('Notifications').router({
  list: oc
    .route({
      method: 'GET',
      path: '/me/push-subscriptions',
      summary: 'List the browsers that receive my push messages, newest first',
    })
    .output(
      z.object({
        public_key: z.string().meta({ description: 'The forum’s VAPID key, for `pushManager.subscribe`' }),
        items: z.array(subscriptionSchema),
      }),
    ),

  save: rateLimited(PUSH_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .route({
      method: 'PUT',
      path: '/me/push-subscriptions',
      summary: 'Turn on push messages for the browser of this session',
    })
    .input(
      z.object({
        endpoint: z.url({ protocol: /^https?$/, error: INVALID }).max(ENDPOINT_MAX, INVALID),
        p256dh: z.string().regex(PUBLIC_KEY, INVALID).meta({ description: 'Public key in base64url' }),
        auth: z.string().regex(AUTH_SECRET, INVALID).meta({ description: 'Secret in base64url' }),
      }),
    )
    .errors({ BAD_REQUEST: { message: INVALID, data: z.object({ field: z.string() }) } })
    .output(z.object({ id: z.uuid() })),

  remove: rateLimited(PUSH_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .route({
      method: 'DELETE',
      path: '/me/push-subscriptions/{id}',
      summary: 'Turn off push messages for one of my browsers',
    })
    .input(z.object({ id: z.uuid() }))
    .errors({ NOT_FOUND: { message: 'Push is already off for this browser.' } })
    .output(z.object({ id: z.uuid() })),
})

export type PushBrowser = z.infer<typeof subscriptionSchema>
