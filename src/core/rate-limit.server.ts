import { ORPCError } from '@orpc/server'
import { addressGroup, addressNetwork, NETWORK_SHARE } from '../platform/http/address.server.ts'
import { type Rate, waitText } from '../platform/http/rate.ts'
import type { RateKey } from '../platform/http/rate-limiter.server.ts'
import type { Context, Services } from './context.server.ts'
import type { RateLimit } from './rate-limited.ts'

/** Sender whose requests are counted. `account` is a user id or another key, such as an email address. */
export interface Actor {
  account?: string | undefined
  address: string
}

/** Counts a request. Returns 0, or the seconds to wait if the limit is reached. */
export async function consumeRateLimit(
  { config, rateLimiter }: Pick<Services, 'config' | 'rateLimiter'>,
  limit: RateLimit,
  actor: Actor,
): Promise<number> {
  return config.RATE_LIMITS ? rateLimiter.consume(rateKeys(limit, actor)) : 0
}

function rateKeys(limit: RateLimit, { account, address }: Actor): RateKey[] {
  const wishes: RateKey[] = []
  const wish = (who: string, rate: Rate | undefined) =>
    rate && wishes.push({ key: `${limit.name} ${who}`, rate })
  if (account) wish(account, limit.account)
  const group = addressGroup(address)
  if (group) wish(group, limit.address)
  const network = addressNetwork(address)
  if (network) wish(network, { ...limit.address, times: limit.address.times * NETWORK_SHARE })
  if (account && group) wish(`${account} ${group}`, limit.pair)
  return wishes
}

/** Counts a request. Throws 429 if the limit is reached. */
export async function enforceRateLimit(
  context: Pick<Context, 'config' | 'rateLimiter' | 'viewer' | 'address'>,
  limit: RateLimit,
): Promise<void> {
  const { viewer, address } = context
  const wait = await consumeRateLimit(context, limit, { account: viewer?.id, address })
  if (wait > 0) throw tooManyRequests(wait, limit.act)
}

export function tooManyRequests(retry_after: number, act?: string) {
  return new ORPCError('TOO_MANY_REQUESTS', {
    message: rateLimitMessage(retry_after, act),
    data: { retry_after },
  })
}

export function rateLimitMessage(seconds: number, act = 'going'): string {
  return `You're ${act} too fast. Try again in ${waitText(seconds)}.`
}

export async function withRetryAfter(response: Response): Promise<Response> {
  if (response.status !== 429 && response.status !== 503) return response
  const { data } = (await response.clone().json()) as { data?: { retry_after?: number } }
  if (data?.retry_after) response.headers.set('retry-after', String(data.retry_after))
  return response
}
