import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { byToken } from '../../core/token-scope.ts'
import { CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { authorSchema } from '../../shared/authors/contract.ts'
import { PROFILE_NOT_FOUND, usernameParameter } from '../profiles/contract.ts'

const followOf = z.object({ username: usernameParameter })
const ONESELF = { FORBIDDEN: { message: 'You can’t follow yourself.' } }
const state = z.object({
  following: z.boolean(),
  followers_count: z.int().meta({ description: 'Number of followers after the request' }),
})
const page = z.object({ username: usernameParameter, cursor: cursorIn('newest') })

const followSchema = z.object({
  id: z.uuid(),
  created_at: z.iso.datetime(),
  profile: authorSchema.extend({ bio: z.string().nullable() }),
})
const people = z.object({ items: z.array(followSchema), next: z.string().nullable() })

/** Each follow notifies a member, so this limit discourages mass follows to attract attention. */
const FOLLOW_RATE_LIMIT: RateLimit = {
  name: 'follows',
  account: { times: 60, seconds: 600 },
  address: { times: 300, seconds: 600 },
}

/** Follows and unfollows members. Repeating a request has no further effect. */
export const followsContract = oc.tag('Follows').router({
  add: rateLimited(FOLLOW_RATE_LIMIT)
    .meta(byToken.write)
    .route({ method: 'PUT', path: '/profiles/{username}/follow', summary: 'Follow a member' })
    .input(followOf)
    .errors({ ...PROFILE_NOT_FOUND, ...ONESELF })
    .output(state),
  remove: rateLimited(FOLLOW_RATE_LIMIT)
    .meta(byToken.write)
    .route({ method: 'DELETE', path: '/profiles/{username}/follow', summary: 'Unfollow a member' })
    .input(followOf)
    .errors({ ...PROFILE_NOT_FOUND, ...ONESELF })
    .output(state),
  followers: oc
    .route({
      method: 'GET',
      path: '/profiles/{username}/followers',
      summary: 'List a member’s followers, newest first',
    })
    .input(page)
    .errors({ ...PROFILE_NOT_FOUND, ...CURSOR_ERRORS })
    .output(people),
  following: oc
    .route({
      method: 'GET',
      path: '/profiles/{username}/following',
      summary: 'List the members a member follows, newest first',
    })
    .input(page)
    .errors({ ...PROFILE_NOT_FOUND, ...CURSOR_ERRORS })
    .output(people),
})

export type Follow = z.infer<typeof followSchema>
