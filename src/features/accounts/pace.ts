import { waitInWords } from '../../platform/rate.ts'
import { takeTurn } from '../guard/rate-limit.ts'
import { AccountError } from './browser.ts'

/** Notes that an act is about to be done, or refuses it: five of a kind in a minute. */
export function keepPace(act: 'sign-in' | 'mail', now = Date.now()): void {
  const wait = takeTurn(act, undefined, now)
  if (wait === 0) return
  throw new AccountError('TOO_MANY_REQUESTS', `You are going too fast. Try again in ${waitInWords(wait)}.`)
}
