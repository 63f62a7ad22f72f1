import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { byToken } from '../../core/token-scope.ts'
import { oneLine } from '../../platform/text.ts'

/** The same limit as for the moderation queue, because moderators may vouch for each case's author. */
const VOUCH_RATE_LIMIT: RateLimit = {
  name: 'vouches',
  account: { times: 120, seconds: 600 },
  address: { times: 600, seconds: 600 },
}

const member = z.object({ username: z.string().max(30).overwrite(oneLine) })
const done = z.object({ action_id: z.uuid().meta({ description: 'Entry in the moderation log' }) })
const FORBIDDEN = { message: 'You can’t moderate yourself or someone with an equal or higher role.' }
const path = '/moderation/members/{username}/vouch'

/** By vouching for a new member, moderators and admins make the member established immediately. */
export const vouchesContract = oc.tag('Moderation').router({
  add: rateLimited(VOUCH_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({
      method: 'PUT',
      path,
      summary: 'Vouch for a new member, who becomes established immediately',
      description: 'If someone already vouches for the member, returns the existing log entry.',
    })
    .input(member)
    .errors({
      FORBIDDEN,
      NOT_FOUND: { message: 'Member not found.' },
      CONFLICT: { message: 'This member is already established.' },
    })
    .output(done),
  remove: rateLimited(VOUCH_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({
      method: 'DELETE',
      path,
      summary: 'Withdraw a vouch; the member is new again unless established without it',
    })
    .input(member)
    .errors({ FORBIDDEN, NOT_FOUND: { message: 'Member not found, or no one vouches for them.' } })
    .output(done),
})
