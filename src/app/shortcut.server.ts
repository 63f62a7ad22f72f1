import type { Env, Hono } from 'hono'
import { readAccessToken } from '../accounts/access-tokens/token.server.ts'
import type { GuestCheckResponses } from '../shell/guest-check/page.server.tsx'
import { respondAndCountView } from '../staff/dashboard/day-counts.server.ts'
import { cacheKey } from './cache-key.server.ts'
import type { AppServices } from './context.server.ts'
import { isCurrentAddress } from './post-address.server.ts'

/** Serves most requests from the response cache, or refuses them in a flood, before any middleware runs. */
export function withShortcut<Own extends Env>(
  fetch: Hono<Own>['fetch'],
  services: AppServices,
  checks: GuestCheckResponses,
): Hono<Own>['fetch'] {
  return (request, ...rest) => {
    // Requests with an access token skip the cache, because an expired token must be refused.
    const isAnybody = readAccessToken(request.headers) === undefined
    const key =
      request.method === 'GET' && isAnybody && !import.meta.env.DEV ? cacheKey(request.url) : undefined
    if (key !== undefined) {
      const { responseCache } = services
      const answer = responseCache.peek(key)
      if (answer?.status === 200 && isCurrentAddress(answer, request.url))
        return respondAndCountView(services, answer, request)
      const refusal = responseCache.isKnown(key) ? undefined : checks.refuseEarly(request, key)
      if (refusal) return refusal
    }
    return fetch(request, ...rest)
  }
}
