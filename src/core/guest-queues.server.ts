import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { GuestQueue } from '../platform/http/guest-queue.server.ts'
import { gauge } from '../platform/metrics.server.ts'
import { OverloadedError } from '../platform/outage.ts'
import type { Services } from './context.server.ts'
import { consumeRateLimit, enforceRateLimit, tooManyRequests } from './rate-limit.server.ts'
import type { RateLimit } from './rate-limited.ts'

/** Runs `work` when a slot is free. Rejects with 429 at a rate limit, `OverloadedError` if the queue is full. */
export type GuestAdmission = <Result>(work: () => Promise<Result>) => Promise<Result>

/** The part of Hono's context that the queues need. `asking` is set if the request has an access token. */
export interface QueuedRequest {
  req: { raw: Request }
  var: { address: string; asking?: { viewer: { id: string } | null } }
}

/** Returns the id of the member who sent the request. Only called if the response is not cached. */
export type FindMember = (c: QueuedRequest) => Promise<string | undefined>

/** Concurrent guest requests: at least two, as one may wait for the database; at most four of the five connections. */
export const GUESTS_AT_ONCE = Math.max(2, Math.min(4, availableParallelism()))
/** Limits of each queue. A school class that shares an IP address can open 60 pages at once. */
const LIMITS = { name: 'pages', atOnce: GUESTS_AT_ONCE, perAddress: 60, total: 300, maxWaitMs: 10_000 }
/** Delay of a refusal in milliseconds. Limits a client that retries at once to two requests a second. */
const REFUSAL_DELAY_MS = 500
const WARN_EVERY_MS = 60_000

/** Limits searches, including those of members. Cached responses do not count. */
const SEARCH_RATE_LIMIT: RateLimit = { name: 'searches', address: { times: 60, seconds: 60 } }
/** Limits uncached requests of members, who skip the queue. A browser may reopen 50 tabs at once. */
const MEMBER_RATE_LIMIT: RateLimit = {
  name: 'uncached reads',
  account: { times: 100, seconds: 10 },
  address: { times: 1000, seconds: 10 },
}

const SEARCH = /[?&]search=[^&]/
/** Paths of search suggestions. They don't count as searches, because their contract has its own rate limit. */
const TYPED = /^\/(api|opensearch)\/suggestions/

type GuestQueueServices = Pick<Services, 'config' | 'log' | 'rateLimiter' | 'responseCache'>

/** Queues guests' requests for uncached responses. Members' requests skip the queues. */
export class GuestQueues {
  private readonly services: GuestQueueServices
  private readonly findMember: FindMember
  private readonly pages = new GuestQueue(LIMITS)
  private readonly renewals = new GuestQueue({ ...LIMITS, name: 'renewals', atOnce: 1 })
  private warnedAt = Number.NEGATIVE_INFINITY

  constructor(services: GuestQueueServices, findMember: FindMember = async () => undefined) {
    this.services = services
    this.findMember = findMember
    gauge(
      'guest_requests_waiting',
      'Guest requests waiting in the queue',
      () => this.pages.waiting + this.renewals.waiting,
    )
  }

  of(c: QueuedRequest, key: string): GuestAdmission {
    if (!this.services.config.RATE_LIMITS) return (work) => work()
    return async (work) => {
      let isStarted = false
      const start = () => {
        isStarted = true
        return work()
      }
      try {
        return await this.run(c, key, start)
      } catch (error) {
        if (!isStarted && !c.req.raw.signal.aborted) {
          if (error instanceof OverloadedError) this.warn()
          await sleep(REFUSAL_DELAY_MS)
        }
        throw error
      }
    }
  }

  private async run<Result>(c: QueuedRequest, key: string, work: () => Promise<Result>): Promise<Result> {
    const { rateLimiter, responseCache, config } = this.services
    const { address } = c.var
    const isSearch = SEARCH.test(key)
    if (isSearch && !TYPED.test(key))
      await enforceRateLimit({ config, rateLimiter, viewer: null, address }, SEARCH_RATE_LIMIT)
    const member = await this.findMember(c)
    if (member) {
      const wait = await consumeRateLimit(this.services, MEMBER_RATE_LIMIT, { account: member, address: '' })
      if (wait > 0) throw tooManyRequests(wait)
      return work()
    }
    const queue = !isSearch && responseCache.isKnown(key) ? this.renewals : this.pages
    return queue.run(address, work, c.req.raw.signal)
  }

  private warn(): void {
    const now = performance.now()
    if (now - this.warnedAt < WARN_EVERY_MS) return
    this.warnedAt = now
    const waiting = this.pages.waiting + this.renewals.waiting
    this.services.log.warn({ waiting }, 'guest requests are being refused: the queue is full')
  }
}
