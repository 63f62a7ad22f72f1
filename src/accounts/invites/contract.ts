import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { requiresProof } from '../../core/requires-proof.ts'
import { authorSchema } from '../../shared/authors/contract.ts'
import { inviteInput } from './inputs.ts'

/** Staff rarely create invites. The limit prevents a stolen session from admitting a crowd unnoticed. */
const INVITE_RATE_LIMIT: RateLimit = {
  name: 'invites',
  account: { times: 30, seconds: 3600 },
  address: { times: 60, seconds: 3600 },
}

const inviteSchema = z.object({
  id: z.uuid(),
  note: z.string().nullable(),
  uses: z.int(),
  used: z.int().meta({ description: 'Number of sign-ups with this link, verified or not.' }),
  ends_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  created_by: authorSchema.nullable().meta({ description: 'null: the account was deleted.' }),
  members: z.array(authorSchema).meta({ description: 'The latest 20 members who joined with it.' }),
})

const FORBIDDEN = { FORBIDDEN: { message: 'Only admins can create and revoke invites on this forum.' } }

/** Operations for moderators and admins. */
export const invitesContract = oc.tag('Invites').router({
  list: oc
    .route({
      method: 'GET',
      path: '/invites',
      summary: 'List invites and who joined with them, newest first',
    })
    .output(
      z.object({
        items: z.array(inviteSchema),
        next: z.null(),
        can: z.object({ create: z.boolean() }).meta({ description: 'Also applies to revoking.' }),
      }),
    ),
  create: requiresProof(INVITE_RATE_LIMIT)
    .route({ method: 'POST', path: '/invites', successStatus: 201, summary: 'Create an invite link' })
    .input(inviteInput)
    .errors(FORBIDDEN)
    .output(z.object({ id: z.uuid(), link: z.url().meta({ description: 'Returned only once.' }) })),
  revoke: rateLimited(INVITE_RATE_LIMIT)
    .route({ method: 'DELETE', path: '/invites/{id}', summary: 'Revoke an invite link' })
    .input(z.object({ id: z.uuid() }))
    .errors({
      ...FORBIDDEN,
      NOT_FOUND: { message: 'Invite not found. It may have expired or been revoked.' },
    })
    .output(z.object({ id: z.uuid() })),
})

export type Invite = z.infer<typeof inviteSchema>
