import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { DIGEST_FREQUENCIES, isTimeZone } from './policy.ts'

const digestSchema = z.object({
  frequency: z
    .enum(DIGEST_FREQUENCIES)
    .meta({ description: 'Weekly is on Mondays; eight weeks after my last visit, monthly' }),
  hour: z.int().min(0).max(23).meta({ description: 'On my clock' }),
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'That is no time zone that we know.')
    .meta({ description: 'Of my clock, as the time zone database calls it: “Europe/Vienna”' }),
})

/** Each choice is saved as it is made. */
const DIGEST_RATE_LIMIT: RateLimit = {
  name: 'digest',
  account: { times: 60, seconds: 60 },
  address: { times: 300, seconds: 60 },
}

/** Mail that is tried again may come back again: now and then is enough. */
const MAIL_REFUSAL_RATE_LIMIT: RateLimit = {
  name: 'mail refusals',
  account: { times: 5, seconds: 3600 },
  address: { times: 50, seconds: 3600 },
}

/** A mail now and then with what was said to me and what is new. Nobody gets one who has not asked for it. */
export const digest = oc.tag('Notifications').router({
  read: oc
    .route({ method: 'GET', path: '/me/digest', summary: 'How often I get a digest' })
    .output(digestSchema),
  update: rateLimited(DIGEST_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .route({ method: 'PUT', path: '/me/digest', summary: 'Choose how often I get a digest, and when' })
    .input(digestSchema)
    .output(digestSchema),
})

/** Where mail to my address was refused so often that none is sent any more (`user.mail_stopped` in `GET /me`). */
export const mailRefusals = {
  remove: rateLimited(MAIL_REFUSAL_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .route({
      method: 'DELETE',
      path: '/me/mail-refusals',
      summary: 'Have mail sent to my address again',
      tags: ['Me'],
    })
    .output(z.object({ mail_stopped: z.literal(false) })),
}

export type Digest = z.infer<typeof digestSchema>
