import type { MiddlewareHandler } from 'hono'
import type { Config } from '../config/config.server.ts'
import { isCsrfToken } from './csrf.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses (403) a write with a cookie if it comes from another origin or lacks a well-formed X-CSRF-Token.
 * Requests with a bearer token are exempt, because a browser never sends one on its own.
 */
export function csrfGuard(
  config: Pick<Config, 'PUBLIC_URL'>,
  usesCookie: (headers: Headers) => boolean,
): MiddlewareHandler {
  return async (c, next) => {
    const { method, headers, url } = c.req.raw
    if (SAFE.has(method) || !usesCookie(headers)) return next()
    if (isForeign(headers, [config.PUBLIC_URL, new URL(url).origin])) return c.json(FOREIGN, 403)
    if (!isCsrfToken(headers.get('x-csrf-token'))) return c.json(NO_TOKEN, 403)
    return next()
  }
}

const FOREIGN = { code: 'FORBIDDEN', message: 'This request comes from another site.' }
const NO_TOKEN = {
  code: 'FORBIDDEN',
  message:
    'The X-CSRF-Token header (32 letters, digits, "_" or "-") is missing. Reload the page and try again.',
}

/** Returns whether a browser sent this from another site (Sec-Fetch-Site, or Origin in old browsers). */
function isForeign(headers: Headers, origins: string[]): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site !== 'same-origin'
  const origin = headers.get('origin')
  return origin !== null && !origins.includes(origin)
}
