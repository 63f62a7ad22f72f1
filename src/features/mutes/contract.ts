import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { byToken } from '../../api/core/token-scope.ts'
import { CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { authorSchema } from '../authors/contract.ts'
import { PROFILE_NOT_FOUND, username } from '../profiles/contract.ts'

const input = z.object({ username })
const errors = { ...PROFILE_NOT_FOUND, FORBIDDEN: { message: 'Nobody mutes or blocks themselves.' } }
const state = z.object({ muted: z.boolean(), blocked: z.boolean() })
const page = z.object({ cursor: cursorIn('newest') })
const people = z.object({
  items: z.array(z.object({ created_at: z.iso.datetime(), profile: authorSchema })),
  next: z.string().nullable(),
})

/** As often as one may follow: who goes through a long list of names is still faster than that. */
const RELATION_RATE_LIMIT: RateLimit = {
  name: 'mutes and blocks',
  account: { times: 60, seconds: 600 },
  address: { times: 300, seconds: 600 },
}

/** Whom I hear nothing of. Nobody but me can read it, and no answer to anybody else depends on it. */
export const mutes = oc.tag('Mutes').router({
  add: rateLimited(RELATION_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .meta(byToken.write)
    .route({ method: 'PUT', path: '/profiles/{username}/mute', summary: 'Mute a member' })
    .input(input)
    .errors(errors)
    .output(state),
  remove: rateLimited(RELATION_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .meta(byToken.write)
    .route({ method: 'DELETE', path: '/profiles/{username}/mute', summary: 'Mute a member no longer' })
    .input(input)
    .errors(errors)
    .output(state),
  list: oc
    .meta(byToken.read)
    .route({ method: 'GET', path: '/me/mutes', summary: 'Whom I mute, the latest first' })
    .input(page)
    .errors(CURSOR_ERRORS)
    .output(people),
  hidden: oc
    .meta(byToken.read)
    .route({
      method: 'GET',
      path: '/me/hidden',
      summary: 'Whose posts, comments and notes I do not want to see',
      description: 'Lists are the same for everybody: what of them is not shown is up to the page.',
    })
    .output(z.object({ items: z.array(state.extend({ id: z.uuid(), username: z.string() })) })),
})

/** Who besides cannot write to me, follow me or reply to my notes. */
export const blocks = oc.tag('Mutes').router({
  add: rateLimited(RELATION_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .meta(byToken.write)
    .route({
      method: 'PUT',
      path: '/profiles/{username}/block',
      summary: 'Block a member; neither follows the other any more',
    })
    .input(input)
    .errors(errors)
    .output(state),
  remove: rateLimited(RELATION_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .meta(byToken.write)
    .route({ method: 'DELETE', path: '/profiles/{username}/block', summary: 'Block a member no longer' })
    .input(input)
    .errors(errors)
    .output(state),
  list: oc
    .meta(byToken.read)
    .route({ method: 'GET', path: '/me/blocks', summary: 'Whom I block, the latest first' })
    .input(page)
    .errors(CURSOR_ERRORS)
    .output(people),
})

export type RelationState = z.infer<typeof state>
