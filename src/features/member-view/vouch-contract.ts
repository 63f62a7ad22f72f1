import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { byToken } from '../../api/core/token-scope.ts'
import { oneLine } from '../../platform/text.ts'

/** As many as cases are decided: who works through the queue vouches in passing. */
const VOUCH_RATE_LIMIT: RateLimit = {
  name: 'vouches',
  account: { times: 120, seconds: 600 },
  address: { times: 600, seconds: 600 },
}

const member = z.object({ username: z.string().max(30).overwrite(oneLine) })
const done = z.object({ action_id: z.uuid().meta({ description: 'In the log of moderation' }) })
const FORBIDDEN = { message: 'Nobody acts on themselves, or on somebody of an equal or higher role.' }
const path = '/moderation/members/{username}/vouch'

/** For moderators and admins: who is established because one of them says so. */
export const vouches = oc.tag('Moderation').router({
  add: rateLimited(VOUCH_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({
      method: 'PUT',
      path,
      summary: 'Vouch for a new member, who is established at once',
      description: 'For a member whom somebody vouches for already, it answers with that entry of the log.',
    })
    .input(member)
    .errors({
      FORBIDDEN,
      NOT_FOUND: { message: 'There is no such member.' },
      CONFLICT: { message: 'They are established already.' },
    })
    .output(done),
  remove: rateLimited(VOUCH_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({
      method: 'DELETE',
      path,
      summary: 'Take back a vouch: the member is new again, unless by now they are established without it',
    })
    .input(member)
    .errors({ FORBIDDEN, NOT_FOUND: { message: 'There is no such member, or nobody vouches for them.' } })
    .output(done),
})
