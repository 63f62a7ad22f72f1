import { waitInWords } from '../../../platform/rate.ts'
import { consumeRateLimit } from '../../guard/rate-limit.ts'
import { AccountError } from './auth-client.ts'

/** Notes that an act is about to be done, or refuses it: five of a kind in a minute. */
export function checkRateLimit(act: 'sign-in' | 'mail', now = Date.now()): void {
  const wait = consumeRateLimit(act, undefined, now)
  if (wait === 0) return
  throw new AccountError('TOO_MANY_REQUESTS', `You're going too fast. Try again in ${waitInWords(wait)}.`)
}
