import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { byToken } from '../../api/core/token-scope.ts'

const input = z.object({ id: z.uuid() })
const output = z.object({ following: z.boolean() })

/** It tells nobody, unlike a follow of a member: a press now and then, and tidying up a list is faster. */
const SUBJECT_FOLLOW_RATE_LIMIT: RateLimit = {
  name: 'subject-follows',
  account: { times: 120, seconds: 60 },
  address: { times: 600, seconds: 60 },
}

/** Follows of what is no person. A follow is a state that is set: repeating a call changes nothing. */
export const postFollows = followsOf('post', '/posts/{id}/follow', 'The post could not be found.')
export const conceptFollows = followsOf(
  'concept',
  '/categories/{id}/follow',
  'The category could not be found.',
)

const muteErrors = { NOT_FOUND: { message: 'The post could not be found.' } }
const muteOutput = z.object({ muted: z.boolean() })

/** The opposite of following a post: who does one no longer does the other. Likewise a state that is set. */
export const postMutes = oc.tag('Follows').router({
  add: rateLimited(SUBJECT_FOLLOW_RATE_LIMIT)
    .meta(byToken.write)
    .route({
      method: 'PUT',
      path: '/posts/{id}/mute',
      summary: 'Hear nothing of a discussion, and follow it no longer',
    })
    .input(input)
    .errors(muteErrors)
    .output(muteOutput),
  remove: rateLimited(SUBJECT_FOLLOW_RATE_LIMIT)
    .meta(byToken.write)
    .route({ method: 'DELETE', path: '/posts/{id}/mute', summary: 'Mute a discussion no longer' })
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
      .route({ method: 'DELETE', path, summary: `Follow a ${subject} no longer` })
      .input(input)
      .errors(errors)
      .output(output),
  })
}
