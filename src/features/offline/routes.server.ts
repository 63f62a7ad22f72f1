import { readFile } from 'node:fs/promises'
import { Hono } from 'hono'
import { CachedResponse } from '../../platform/cached-response.server.ts'
import type { Config } from '../../platform/config.server.ts'
import { securityHeaders } from '../../platform/security.server.ts'

/** Ends itself and what its forerunner kept, in every browser that has one: what OFFLINE=off answers. */
const UNREGISTER_SCRIPT = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
})()))
`
const HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'no-cache',
  // All that the worker does is fetch from the forum; it runs nothing but itself.
  'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
}

/** `/sw.js`: the offline worker, or what takes it away. Asked for anew each time, so that both come through. */
export function offlineWorker(
  config: Pick<Config, 'OFFLINE' | 'PUBLIC_URL'>,
  file = new URL('../client/sw.js', import.meta.url),
) {
  let made: Promise<CachedResponse> | undefined
  const make = async () => {
    const body = config.OFFLINE ? await readFile(file, 'utf8') : UNREGISTER_SCRIPT
    return new CachedResponse({ status: 200, headers: { ...securityHeaders(config), ...HEADERS }, body })
  }
  return new Hono().get('/sw.js', async (c, next) => {
    made ??= make()
    const answer = await made.catch(() => undefined)
    return answer ? answer.respond(c.req.raw) : next()
  })
}
