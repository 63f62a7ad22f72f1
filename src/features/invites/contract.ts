import { oc } from '@orpc/contract'
import * as z from 'zod'
import { proven } from '../../api/core/proven.ts'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { authorSchema } from '../authors/contract.ts'
import { inviteInput } from './inputs.ts'

/** Few people do this, seldom; a stolen session shall not let in a crowd before somebody sees it. */
const INVITE_RATE_LIMIT: RateLimit = {
  name: 'invites',
  account: { times: 30, seconds: 3600 },
  address: { times: 60, seconds: 3600 },
}

const inviteSchema = z.object({
  id: z.uuid(),
  note: z.string().nullable(),
  uses: z.int(),
  used: z.int().meta({ description: 'Sign-ups that were sent by it, verified or not.' }),
  ends_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  created_by: authorSchema.nullable().meta({ description: 'Null: who made it has left.' }),
  members: z.array(authorSchema).meta({ description: 'Who joined by it, the latest twenty.' }),
})

const FORBIDDEN = { FORBIDDEN: { message: 'Only admins make and revoke invitations here.' } }

/** For moderators and admins. */
export const invites = oc.tag('Invites').router({
  list: oc
    .route({
      method: 'GET',
      path: '/invites',
      summary: 'Invitations and who joined by them, the latest first',
    })
    .output(
      z.object({
        items: z.array(inviteSchema),
        next: z.null(),
        can: z.object({ create: z.boolean() }).meta({ description: 'Also: revoke.' }),
      }),
    ),
  create: proven(INVITE_RATE_LIMIT)
    .route({ method: 'POST', path: '/invites', successStatus: 201, summary: 'Make a link of invitation' })
    .input(inviteInput)
    .errors(FORBIDDEN)
    .output(z.object({ id: z.uuid(), link: z.url().meta({ description: 'Shown this once.' }) })),
  revoke: rateLimited(INVITE_RATE_LIMIT)
    .route({ method: 'DELETE', path: '/invites/{id}', summary: 'Have a link of invitation work no longer' })
    .input(z.object({ id: z.uuid() }))
    .errors({ ...FORBIDDEN, NOT_FOUND: { message: 'There is no such invitation that still works.' } })
    .output(z.object({ id: z.uuid() })),
})

export type Invite = z.infer<typeof inviteSchema>
