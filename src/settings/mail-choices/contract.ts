import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { DIGEST_FREQUENCIES, isTimeZone } from './policy.ts'

const digestSchema = z.object({
  frequency: z.enum(DIGEST_FREQUENCIES).meta({
    description: 'Weekly digests are sent on Mondays; monthly ones start eight weeks after my last visit',
  }),
  hour: z.int().min(0).max(23).meta({ description: 'Hour of the day in my time zone' }),
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'Unknown time zone.')
    .meta({ description: 'Name in the time zone database, for example “Europe/Vienna”' }),
})

/** A high limit, because the form saves each change at once. */
const DIGEST_RATE_LIMIT: RateLimit = {
  name: 'digest',
  account: { times: 60, seconds: 60 },
  address: { times: 300, seconds: 60 },
}

/** A low limit, because the address may refuse the mail again. */
const MAIL_REFUSAL_RATE_LIMIT: RateLimit = {
  name: 'mail refusals',
  account: { times: 5, seconds: 3600 },
  address: { times: 50, seconds: 3600 },
}

/** The digest: a periodic mail with the member's notifications and new posts. Off by default. */
export const digestContract = oc.tag('Notifications').router({
  read: oc
    .route({ method: 'GET', path: '/me/digest', summary: 'Get my digest settings' })
    .output(digestSchema),
  update: rateLimited(DIGEST_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .route({ method: 'PUT', path: '/me/digest', summary: 'Update my digest settings' })
    .input(digestSchema)
    .output(digestSchema),
})

/** Resumes mail to a member after refusals have stopped it (`user.mail_stopped` in `GET /me`). */
export const mailRefusalsContract = {
  remove: rateLimited(MAIL_REFUSAL_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .route({
      method: 'DELETE',
      path: '/me/mail-refusals',
      summary: 'Resume sending email to my address',
      tags: ['Me'],
    })
    .output(z.object({ mail_stopped: z.literal(false) })),
}

export type DigestChoice = z.infer<typeof digestSchema>
