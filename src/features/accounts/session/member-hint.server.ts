import type { MiddlewareHandler } from 'hono'
import type { Config } from '../../../platform/config.server.ts'
import { MEMBER_HINT } from './member-hint.ts'
import { cookieName, isSecure } from './session-cookie.server.ts'

/** Sets and deletes the hint together with the session's cookie. */
export function memberHint(config: Pick<Config, 'PUBLIC_URL'>): MiddlewareHandler {
  const name = `${cookieName(config)}=`
  const rest = `Path=/; SameSite=Lax${isSecure(config.PUBLIC_URL) ? '; Secure' : ''}`
  return async (c, next) => {
    await next()
    const own = c.res.headers.getSetCookie().findLast((cookie) => cookie.startsWith(name))
    if (!own) return
    const [age] = /Max-Age=\d+/i.exec(own) ?? []
    const hint =
      /^[^=]+=(?:;|$)/.test(own) || age === 'Max-Age=0' ? '; Max-Age=0' : `1${age ? `; ${age}` : ''}`
    c.res.headers.append('set-cookie', `${MEMBER_HINT}=${hint}; ${rest}`)
  }
}
