import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { byToken } from '../../core/token-scope.ts'
import { CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { authorSchema } from '../../shared/authors/contract.ts'
import { PROFILE_NOT_FOUND, usernameParameter } from '../profiles/contract.ts'

const input = z.object({ username: usernameParameter })
const errors = { ...PROFILE_NOT_FOUND, FORBIDDEN: { message: 'You can’t mute or block yourself.' } }
const state = z.object({ muted: z.boolean(), blocked: z.boolean() })
const page = z.object({ cursor: cursorIn('newest') })
const people = z.object({
  items: z.array(z.object({ created_at: z.iso.datetime(), profile: authorSchema })),
  next: z.string().nullable(),
})

/** The same limit as for follows. It allows a member to mute or block a long list of people. */
const RELATION_RATE_LIMIT: RateLimit = {
  name: 'mutes and blocks',
  account: { times: 60, seconds: 600 },
  address: { times: 300, seconds: 600 },
}

/** Mutes of members. Only the viewer can see them, and they don't affect responses to anyone else. */
export const mutesContract = oc.tag('Mutes').router({
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
    .route({ method: 'DELETE', path: '/profiles/{username}/mute', summary: 'Unmute a member' })
    .input(input)
    .errors(errors)
    .output(state),
  list: oc
    .meta(byToken.read)
    .route({ method: 'GET', path: '/me/mutes', summary: 'List the members I’ve muted, newest first' })
    .input(page)
    .errors(CURSOR_ERRORS)
    .output(people),
  hidden: oc
    .meta(byToken.read)
    .route({
      method: 'GET',
      path: '/me/hidden',
      summary: 'List the members whose content I don’t want to see',
      description: 'Other lists don’t depend on the viewer, so clients have to hide this content themselves.',
    })
    .output(z.object({ items: z.array(state.extend({ id: z.uuid(), username: z.string() })) })),
})

/** Blocks of members. A blocked member is also muted, and can't message, follow or reply to the viewer. */
export const blocksContract = oc.tag('Mutes').router({
  add: rateLimited(RELATION_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .meta(byToken.write)
    .route({
      method: 'PUT',
      path: '/profiles/{username}/block',
      summary: 'Block a member; any follows between you are removed',
    })
    .input(input)
    .errors(errors)
    .output(state),
  remove: rateLimited(RELATION_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .meta(byToken.write)
    .route({ method: 'DELETE', path: '/profiles/{username}/block', summary: 'Unblock a member' })
    .input(input)
    .errors(errors)
    .output(state),
  list: oc
    .meta(byToken.read)
    .route({ method: 'GET', path: '/me/blocks', summary: 'List the members I’ve blocked, newest first' })
    .input(page)
    .errors(CURSOR_ERRORS)
    .output(people),
})

export type RelationState = z.infer<typeof state>
