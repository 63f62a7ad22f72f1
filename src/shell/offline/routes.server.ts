import { readFile } from 'node:fs/promises'
import { Hono } from 'hono'
import { CachedResponse } from '../../platform/cache/cached-response.server.ts'
import type { Config } from '../../platform/config/config.server.ts'
import { securityHeaders } from '../../platform/http/security.server.ts'

const HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
}

/**
 * Serves a script that is not part of the application. Browsers always revalidate it, so they receive an
 * update on the next visit.
 */
export function scriptRoutes(
  config: Pick<Config, 'PUBLIC_URL'>,
  path: '/sw.js' | '/guest-check.js',
  file = new URL(`../client${path}`, import.meta.url),
) {
  let made: Promise<CachedResponse> | undefined
  const make = async () => {
    const body = await readFile(file, 'utf8')
    return new CachedResponse({ status: 200, headers: { ...securityHeaders(config), ...HEADERS }, body })
  }
  return new Hono().get(path, async (c, next) => {
    made ??= make()
    const answer = await made.catch(() => undefined)
    return answer ? answer.respond(c.req.raw) : next()
  })
}
