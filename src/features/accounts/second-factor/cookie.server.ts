import type { Config } from '../../../platform/config.server.ts'
import { cookieValue, isSecure } from '../session/session-cookie.server.ts'

/** Seconds from the right password to the code. */
export const CHALLENGE_TTL = 600

type CookieConfig = Pick<Config, 'PUBLIC_URL'>

/** Says, signed, whose password was right. It opens nothing but the question for a code. */
export function challengeCookie({ PUBLIC_URL }: CookieConfig): string {
  return `${isSecure(PUBLIC_URL) ? '__Host-' : ''}threshold.second_factor`
}

/** Says that the session shall end with the browser, which was asked for with the password. */
export function briefCookie({ PUBLIC_URL }: CookieConfig): string {
  return `${isSecure(PUBLIC_URL) ? '__Host-' : ''}threshold.brief`
}

/** Those two of a request, and nothing else of its cookies. */
export function challengeOf(headers: Headers, config: CookieConfig): string[] {
  const names = [challengeCookie(config), briefCookie(config)]
  return names.flatMap((name) => {
    const value = cookieValue(headers.get('cookie'), name)
    return value ? [`${name}=${encodeURIComponent(value)}`] : []
  })
}
