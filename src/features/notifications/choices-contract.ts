import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { CHOICE_KINDS, MAIL_CHOICES } from './policy.ts'

const kind = z.enum(CHOICE_KINDS)
const choice = z.object({
  in_app: z.boolean().meta({ description: 'Whether it is among the notifications, and counts as unread' }),
  email: z.enum(MAIL_CHOICES).meta({
    description:
      'Never mailed; by itself, a quarter of an hour later and unless it is read by then; or with my digest',
  }),
})
const output = z.object({
  choices: z.record(kind, choice),
  is_mail_set_up: z.boolean().meta({ description: 'False: this forum has no mail server yet' }),
})

/** Each box is saved as it is pressed, and somebody goes through all of them more than once. */
const CHOICE_RATE_LIMIT: RateLimit = {
  name: 'notification choices',
  account: { times: 60, seconds: 60 },
  address: { times: 300, seconds: 60 },
}

/** What I want to be told of. What moderators did about my own things I always hear. */
export const notificationChoices = oc.tag('Notifications').router({
  read: oc
    .route({ method: 'GET', path: '/me/notification-choices', summary: 'What I am told of' })
    .output(output),
  update: rateLimited(CHOICE_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .route({
      method: 'PUT',
      path: '/me/notification-choices',
      summary: 'Choose what I am told of, and how; what is left out stays as it is',
    })
    .input(z.object({ choices: z.partialRecord(kind, choice.partial()) }))
    .output(output),
})
