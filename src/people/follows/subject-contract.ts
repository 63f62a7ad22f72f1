import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { byToken } from '../../core/token-scope.ts'

const input = z.object({ id: z.uuid() })
const output = z.object({ following: z.boolean() })

/** Higher than the limit for following members, because these follows notify nobody. */
const SUBJECT_FOLLOW_RATE_LIMIT: RateLimit = {
  name: 'subject-follows',
  account: { times: 120, seconds: 60 },
  address: { times: 600, seconds: 60 },
}

/** Follows and unfollows posts and concepts. Repeating a request has no further effect. */
export const postFollowsContract = followsOf('post', '/posts/{id}/follow', 'The post could not be found.')
export const conceptFollowsContract = followsOf(
  'concept',
  '/concepts/{id}/follow',
  'The concept could not be found.',
)

const muteErrors = { NOT_FOUND: { message: 'The post could not be found.' } }
const muteOutput = z.object({ muted: z.boolean() })

/** Mutes of posts. Muting a post unfollows it, and following it unmutes it. Requests are idempotent. */
export const postMutesContract = oc.tag('Follows').router({
  add: rateLimited(SUBJECT_FOLLOW_RATE_LIMIT)
    .meta(byToken.write)
    .route({
      method: 'PUT',
      path: '/posts/{id}/mute',
      summary: 'Mute a discussion and unfollow it',
    })
    .input(input)
    .errors(muteErrors)
    .output(muteOutput),
  remove: rateLimited(SUBJECT_FOLLOW_RATE_LIMIT)
    .meta(byToken.write)
    .route({ method: 'DELETE', path: '/posts/{id}/mute', summary: 'Unmute a discussion' })
    .input(input)
    .errors(muteErrors)
    .output(muteOutput),
})

function followsOf(subject: string, path: `/${string}`, message: string) {
  const errors = { NOT_FOUND: { message } }
  return oc.tag('Follows').router({
    add: rateLimited(SUBJECT_FOLLOW_RATE_LIMIT)
      .meta(byToken.write)
      .route({ method: 'PUT', path, summary: `Follow a ${subject}` })
      .input(input)
      .errors(errors)
      .output(output),
    remove: rateLimited(SUBJECT_FOLLOW_RATE_LIMIT)
      .meta(byToken.write)
      .route({ method: 'DELETE', path, summary: `Unfollow a ${subject}` })
      .input(input)
      .errors(errors)
      .output(output),
  })
}
