import { oc } from '@orpc/contract'
import * as z from 'zod'
import { rateLimited } from '../../core/rate-limited.ts'
import { senderIdSchema } from '../../core/sender-id.ts'
import { itemTarget } from '../manage-forms/fields.ts'
import { MANAGE_RATE_LIMIT } from '../manage-forms/policy.ts'
import { EMAIL_MAX } from '../policy.ts'
import { COUNTED_MEMBERS, NO_ADDRESS } from './policy.ts'

const blockedSchema = z.object({
  id: z.uuid(),
  pattern: z
    .string()
    .meta({ description: 'An address without a part after “+”, or a domain with its subdomains' }),
  member_count: z
    .int()
    .meta({ description: `Members with such an address, counted up to ${COUNTED_MEMBERS}` }),
  created_at: z.iso.datetime(),
})

/** Email addresses and domains with which no one can sign up. For admins. */
export const blockedMailContract = oc.tag('Users').router({
  list: oc
    .route({
      method: 'GET',
      path: '/blocked-mail',
      summary: 'List blocked email addresses and domains, alphabetically',
    })
    .output(z.object({ items: z.array(blockedSchema), next: z.null() })),
  create: rateLimited(MANAGE_RATE_LIMIT)
    .route({
      method: 'POST',
      path: '/blocked-mail',
      successStatus: 201,
      summary: 'Block an email address or domain',
      description: 'For sign-ups and changes of addresses. Members who already have such an address stay.',
    })
    .input(
      z.object({
        id: senderIdSchema,
        pattern: z.string().trim().toLowerCase().min(1, NO_ADDRESS).max(EMAIL_MAX, NO_ADDRESS),
      }),
    )
    .errors({
      BAD_REQUEST: { message: NO_ADDRESS, data: z.object({ field: z.string() }) },
      CONFLICT: { message: 'This ID is already in use.' },
    })
    .output(blockedSchema),
  remove: rateLimited(MANAGE_RATE_LIMIT)
    .route({ method: 'DELETE', path: '/blocked-mail/{id}', summary: 'Unblock an email address or domain' })
    .input(itemTarget)
    .errors({ NOT_FOUND: { message: 'Not found. It may have been unblocked.' } })
    .output(itemTarget),
})

export type BlockedMail = z.infer<typeof blockedSchema>
