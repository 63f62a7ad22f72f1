import { Hono } from 'hono'
import type { Services } from '../../core/context.server.ts'
import type { GuestQueues } from '../../core/guest-queues.server.ts'
import { consumeRateLimit } from '../../core/rate-limit.server.ts'
import { securityHeaders } from '../../platform/http/security.server.ts'
import { SEARCH_LIMIT } from '../posts/policy.ts'
import { SUGGESTION_RATE_LIMIT } from './contract.ts'
import { findSuggestions } from './find.server.ts'

type Env = { Variables: { address: string } }

/** Serves `/opensearch/suggestions?search=…` for address bars (OpenSearch Suggestions 1.1). */
export function browserSuggestions(services: Services, queues: GuestQueues) {
  return new Hono<Env>().get('/opensearch/suggestions', async (c) => {
    const search = (c.req.query('search') ?? '').replaceAll('\0', ' ').trim().slice(0, SEARCH_LIMIT)
    const key = `${c.req.path}?search=${encodeURIComponent(search)}`
    const known = services.suggestionCache.peek(key)
    const wait = known
      ? 0
      : await consumeRateLimit(services, SUGGESTION_RATE_LIMIT, { address: c.var.address })
    if (wait > 0) return c.body(null, 429, { 'retry-after': String(wait) })
    const make = async () => {
      const { posts } = await findSuggestions(services.visitorDb, search)
      const headers = {
        ...securityHeaders(services.config),
        'content-type': 'application/x-suggestions+json',
      }
      return { status: 200, headers, body: JSON.stringify([search, posts.map(({ title }) => title)]) }
    }
    return (known ?? (await services.suggestionCache.read(key, make, queues.of(c, key)))).respond(c.req.raw)
  })
}
