import { Hono } from 'hono'
import type { Services } from '../../core/context.server.ts'
import type { GuestQueues } from '../../core/guest-queues.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { securityHeaders } from '../../platform/http/security.server.ts'
import { transparencyCsv } from './csv.ts'
import { PERIOD } from './policy.ts'
import { readTransparency } from './sql.server.ts'

const PATH = /^\/moderation\/transparency-([\d-]+)\.csv$/

/** Serves `/moderation/transparency-2026.csv`. Responses are cached like pages. */
export function transparencyRoutes(services: Services, queues: GuestQueues) {
  return new Hono<{ Variables: { address: string } }>().get('/moderation/*', async (c, next) => {
    const period = PATH.exec(c.req.path)?.[1]
    if (!period || !PERIOD.test(period)) return next()
    const make = async () => {
      tag('moderation-log')
      const body = transparencyCsv(await readTransparency(services.visitorDb, period))
      const type = { 'content-type': 'text/csv; charset=utf-8', 'access-control-allow-origin': '*' }
      return { status: 200, headers: { ...securityHeaders(services.config), ...type }, body }
    }
    return (await services.responseCache.read(c.req.path, make, queues.of(c, c.req.path))).respond(c.req.raw)
  })
}
