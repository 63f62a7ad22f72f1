import { ORPCError } from '@orpc/server'
import { addressGroup, addressNetwork, NETWORK_SHARE } from '../../platform/address.server.ts'
import type { Wish } from '../../platform/limits.server.ts'
import { type Rate, waitInWords } from '../../platform/rate.ts'
import type { Context, Services } from './context.server.ts'
import type { Limit } from './limited.ts'

/** Who does something, as far as limits look: `account` is a user id, or what else stands for one. */
export interface Doer {
  account?: string | undefined
  address: string
}

/** Takes a turn. Answers 0, or the seconds to wait when it was refused. */
export function takeTurn(
  { config, limits }: Pick<Services, 'config' | 'limits'>,
  limit: Limit,
  doer: Doer,
): number {
  return config.RATE_LIMITS ? limits.take(wishesOf(limit, doer)) : 0
}

/**
 * Takes a turn that may lie up to `patience` ms ahead. Answers the milliseconds until it; refuses (429) who would have
 * to wait longer.
 */
export function awaitTurn(
  { config, limits }: Pick<Services, 'config' | 'limits'>,
  limit: Limit,
  doer: Doer,
  patience: number,
): number {
  if (!config.RATE_LIMITS) return 0
  const { wait, refused } = limits.takeAhead(wishesOf(limit, doer), patience)
  if (refused) throw tooManyRequests(wait)
  return wait
}

function wishesOf(limit: Limit, { account, address }: Doer): Wish[] {
  const wishes: Wish[] = []
  const wish = (who: string, rate: Rate | undefined) =>
    rate && wishes.push({ key: `${limit.name} ${who}`, rate })
  if (account) wish(account, limit.account)
  // An unknown address is nobody's.
  const group = addressGroup(address)
  if (group) wish(group, limit.address)
  const network = addressNetwork(address)
  if (network) wish(network, { ...limit.address, times: limit.address.times * NETWORK_SHARE })
  if (account && group) wish(`${account} ${group}`, limit.pair)
  return wishes
}

/** Refuses (429) who does an operation more often than its `limit` allows. */
export function refuseHaste(
  context: Pick<Context, 'config' | 'limits' | 'viewer' | 'address'>,
  limit: Limit,
): void {
  const { viewer, address } = context
  const wait = takeTurn(context, limit, { account: viewer?.id, address })
  if (wait > 0) throw tooManyRequests(wait)
}

function tooManyRequests(retry_after: number) {
  return new ORPCError('TOO_MANY_REQUESTS', { message: tooFast(retry_after), data: { retry_after } })
}

export function tooFast(seconds: number): string {
  return `You are going too fast. Try again in ${waitInWords(seconds)}.`
}

/** With the header that programs and proxies look at, as well. */
export async function withRetryAfter(response: Response): Promise<Response> {
  if (response.status !== 429 && response.status !== 503) return response
  const { data } = (await response.clone().json()) as { data?: { retry_after?: number } }
  if (data?.retry_after) response.headers.set('retry-after', String(data.retry_after))
  return response
}
