import type { Config } from '../platform/config/config.server.ts'
import { cookieName, pickChallengeCookies, readCredential } from './session/session-cookie.server.ts'

/** Header with the client's IP address for better-auth. A value sent by the client is discarded. */
export const ADDRESS_HEADER = 'x-client-address'
/** Internal header: a password reset also ends passkeys, tokens etc. better-auth's hook can't read the body. */
export const END_ACCESS_HEADER = 'x-end-access'

/** Returns headers for better-auth: the session or the challenge, never both, so no code can be for another sign-in. */
export function forwardHeaders(
  headers: Headers,
  address: string,
  config: Pick<Config, 'PUBLIC_URL'>,
  shown: 'session' | 'challenge' | 'nothing' = 'nothing',
): Headers {
  const kept = new Headers({ 'content-type': 'application/json' })
  const browser = headers.get('user-agent')
  if (browser) kept.set('user-agent', browser)
  const session = shown === 'session' ? readCredential(headers, config) : undefined
  if (session) kept.set('cookie', `${cookieName(config)}=${encodeURIComponent(session)}`)
  if (shown === 'challenge') kept.set('cookie', pickChallengeCookies(headers, config).join('; '))
  if (address) kept.set(ADDRESS_HEADER, address)
  return kept
}

/** Detects browsers by headers that they send with writes. They get sessions only in an HttpOnly cookie. */
export function isBrowser(headers: Headers): boolean {
  return headers.has('origin') || headers.has('sec-fetch-site')
}
