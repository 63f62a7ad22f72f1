import type { Config } from '../../platform/config.server.ts'
import { challengeOf } from './second-factor/cookie.server.ts'
import { cookieName, credential } from './session/session-cookie.server.ts'

/** Where our server tells better-auth who is calling; what clients send under this name does not get there. */
export const ADDRESS_HEADER = 'x-client-address'
/** Set for a password reset that also ends access without the password; better-auth has read the body by then. */
export const END_ACCESS_HEADER = 'x-end-access'

/**
 * The headers that better-auth gets to see. Only who acts as a member shows their session, whatever it came in, and only
 * who gives a code shows that their password was right: never both, so that a code is one of this very sign-in.
 */
export function forwardHeaders(
  headers: Headers,
  address: string,
  config: Pick<Config, 'PUBLIC_URL'>,
  shown: 'session' | 'challenge' | 'nothing' = 'nothing',
): Headers {
  const kept = new Headers({ 'content-type': 'application/json' })
  const browser = headers.get('user-agent')
  if (browser) kept.set('user-agent', browser)
  const session = shown === 'session' ? credential(headers, config) : undefined
  if (session) kept.set('cookie', `${cookieName(config)}=${encodeURIComponent(session)}`)
  if (shown === 'challenge') kept.set('cookie', challengeOf(headers, config).join('; '))
  if (address) kept.set(ADDRESS_HEADER, address)
  return kept
}

/** Browsers say where a write comes from; they keep the session in the cookie, out of reach of script. */
export function isBrowser(headers: Headers): boolean {
  return headers.has('origin') || headers.has('sec-fetch-site')
}
