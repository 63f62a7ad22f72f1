import { oc } from '@orpc/contract'
import * as z from 'zod'
import { proven } from '../../api/core/proven.ts'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { ROLES } from '../../api/core/viewer.ts'
import { oneLine } from '../../platform/text.ts'
import { LINK_TOKEN_RATE_LIMIT } from '../accounts/contract.ts'
import { USERNAME_MAX } from '../accounts/policy.ts'
import { authorSchema } from '../authors/contract.ts'
import { USER_PAGE, USER_SEARCH_LIMIT } from './policy.ts'

const roles = z.array(z.enum(ROLES)).meta({ description: 'None: a plain member.' })

export const userSchema = authorSchema.extend({
  roles,
  is_verified: z.boolean().meta({ description: 'Of the e-mail address. Until then there is no profile.' }),
  can: z
    .object({ change_moderator: z.boolean() })
    .meta({ description: 'What the viewer may do with this user.' }),
})

const input = z.object({ id: z.uuid() })
const output = z.object({ id: z.uuid(), roles })
const errors = {
  NOT_FOUND: { message: 'There is no such user.' },
  CONFLICT: { message: 'The moderator role of editors and admins cannot be changed.' },
}

/** For editors. Other roles are given and taken on the command line. */
/** Few people do this, seldom; a stolen session of theirs shall not get far before somebody sees it. */
const ROLE_RATE_LIMIT: RateLimit = {
  name: 'roles',
  account: { times: 30, seconds: 600 },
  address: { times: 60, seconds: 600 },
}

export const users = oc.tag('Users').router({
  list: oc
    .route({
      method: 'GET',
      path: '/users',
      summary: 'Everybody who has signed up, with their roles, by username',
    })
    .input(
      z.object({
        search: z.string().max(USER_SEARCH_LIMIT).overwrite(oneLine).optional().meta({
          description:
            'In username and full name, without case and accents; one or two characters are a beginning of a name.',
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
  assignModerator: proven(ROLE_RATE_LIMIT)
    .route({ method: 'PUT', path: '/users/{id}/roles/moderator', summary: 'Make somebody a moderator' })
    .input(input)
    .errors(errors)
    .output(output),
  removeModerator: proven(ROLE_RATE_LIMIT)
    .route({ method: 'DELETE', path: '/users/{id}/roles/moderator', summary: 'Take the moderator role away' })
    .input(input)
    .errors(errors)
    .output(output),
})

export const firstAdmin = {
  claimForum: rateLimited(LINK_TOKEN_RATE_LIMIT)
    .route({
      method: 'PUT',
      path: '/me/first-admin',
      summary: 'Become the first admin and editor of a new forum, by the link its console printed',
      tags: ['Me'],
    })
    .input(z.object({ token: z.string().max(200) }))
    .errors({
      GONE: { status: 410, message: 'This link was used before, or the forum has an admin already.' },
    })
    .output(z.object({ roles: z.array(z.enum(ROLES)) })),
}

export type User = z.infer<typeof userSchema>
