import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { CHOICE_KINDS, MAIL_CHOICES } from './policy.ts'

const kind = z.enum(CHOICE_KINDS)
const choice = z.object({
  in_app: z.boolean().meta({ description: 'Whether it appears in notifications and counts as unread' }),
  email: z.enum(MAIL_CHOICES).meta({
    description:
      'No email; an email after 15 minutes unless read by then; or with my digest (except messages)',
  }),
  push: z.boolean().meta({ description: 'Whether it is pushed to my subscribed browsers' }),
})
const output = z.object({
  choices: z.record(kind, choice),
  is_mail_set_up: z.boolean().meta({ description: 'false: this forum has no mail server yet' }),
})

/** Allows a member to change all checkboxes several times, because each change is saved immediately. */
const CHOICE_RATE_LIMIT: RateLimit = {
  name: 'notification choices',
  account: { times: 60, seconds: 60 },
  address: { times: 300, seconds: 60 },
}

/** Members can turn notifications off, except notices about moderation of their own content. */
export const notificationChoicesContract = oc.tag('Notifications').router({
  read: oc
    .route({ method: 'GET', path: '/me/notification-choices', summary: 'Get my notification settings' })
    .output(output),
  update: rateLimited(CHOICE_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .route({
      method: 'PUT',
      path: '/me/notification-choices',
      summary: 'Update my notification settings; omitted ones stay unchanged',
    })
    .input(z.object({ choices: z.partialRecord(kind, choice.partial()) }))
    .output(output),
})
