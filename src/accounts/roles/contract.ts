import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { requiresProof } from '../../core/requires-proof.ts'
import { ROLES } from '../../core/viewer.ts'
import { oneLine } from '../../platform/text.ts'
import { authorSchema } from '../../shared/authors/contract.ts'
import { LINK_TOKEN_RATE_LIMIT } from '../contract.ts'
import { USERNAME_MAX } from '../policy.ts'
import { USER_PAGE, USER_SEARCH_LIMIT } from './policy.ts'

const roles = z.array(z.enum(ROLES)).meta({ description: 'Empty: no special role.' })

export const userSchema = authorSchema.extend({
  roles,
  is_verified: z
    .boolean()
    .meta({ description: 'Whether the email address is verified. Until then there is no profile.' }),
  can: z
    .object({ change_moderator: z.boolean() })
    .meta({ description: 'The viewer’s permissions for this user.' }),
})

const input = z.object({ id: z.uuid() })
const output = z.object({ id: z.uuid(), roles })
const errors = {
  NOT_FOUND: { message: 'User not found.' },
  CONFLICT: { message: 'You can’t change the moderator role of editors and admins.' },
}

/** The few editors rarely change roles. The limit keeps a stolen session from changing many. */
const ROLE_RATE_LIMIT: RateLimit = {
  name: 'roles',
  account: { times: 30, seconds: 600 },
  address: { times: 60, seconds: 600 },
}

/** Operations for editors. Roles other than moderator are granted and revoked on the command line. */
export const usersContract = oc.tag('Users').router({
  list: oc
    .route({
      method: 'GET',
      path: '/users',
      summary: 'List all users with their roles, by username',
    })
    .input(
      z.object({
        search: z.string().max(USER_SEARCH_LIMIT).overwrite(oneLine).optional().meta({
          description:
            'Searches username and full name, ignoring case and accents. One or two characters only match the beginning.',
        }),
        cursor: z
          .string()
          .regex(/^[a-z0-9_-]+$/)
          .max(USERNAME_MAX)
          .optional(),
        limit: z.coerce.number().int().min(1).max(USER_PAGE).default(USER_PAGE),
      }),
    )
    .output(z.object({ items: z.array(userSchema), next: z.string().nullable() })),
  assignModerator: requiresProof(ROLE_RATE_LIMIT)
    .route({ method: 'PUT', path: '/users/{id}/roles/moderator', summary: 'Give a user the moderator role' })
    .input(input)
    .errors(errors)
    .output(output),
  removeModerator: requiresProof(ROLE_RATE_LIMIT)
    .route({ method: 'DELETE', path: '/users/{id}/roles/moderator', summary: 'Remove the moderator role' })
    .input(input)
    .errors(errors)
    .output(output),
})

export const firstAdminContract = {
  claimForum: rateLimited(LINK_TOKEN_RATE_LIMIT)
    .route({
      method: 'PUT',
      path: '/me/first-admin',
      summary: 'Become the first admin and editor of a new forum, with the link printed in its console',
      tags: ['Me'],
    })
    .input(z.object({ token: z.string().max(200) }))
    .errors({
      GONE: { status: 410, message: 'This link was already used, or the forum already has an admin.' },
    })
    .output(z.object({ roles: z.array(z.enum(ROLES)) })),
}

export type User = z.infer<typeof userSchema>
