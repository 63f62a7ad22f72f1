import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { GuestQueue } from '../platform/http/guest-queue.server.ts'
import { gauge } from '../platform/metrics.server.ts'
import { GuestPassRequiredError, OverloadedError } from '../platform/outage.ts'
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

/** Decides which guests may enter the queue. Implemented by `PassGate` (accounts/guest-passes). */
export interface GuestGate {
  /** Whether guests need a pass now. */
  readonly isClosed: boolean
  /** Returns in whose turn the request waits: the address's or the pass's. Throws `GuestPassRequiredError`. */
  turnOf(c: QueuedRequest): Promise<string>
  /** Receives the number of waiting addresses with each request, to notice floods. */
  noteCrowd(addresses: number): void
}

const OPEN_GATE: GuestGate = {
  isClosed: false,
  turnOf: async (c) => c.var.address,
  noteCrowd: () => undefined,
}

interface QueueOptions {
  /** Whether the client can solve a challenge, because it is a browser that opens a page or runs the application. */
  needsPass?: boolean
}

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
  /** For feeds, pictures and other files while guests need a pass, because a feed reader cannot earn one. */
  private readonly files = new GuestQueue({ ...LIMITS, name: 'files', atOnce: 1 })
  private readonly gate: GuestGate
  private warnedAt = Number.NEGATIVE_INFINITY

  constructor(
    services: GuestQueueServices,
    findMember: FindMember = async () => undefined,
    gate: GuestGate = OPEN_GATE,
  ) {
    this.services = services
    this.gate = gate
    this.findMember = findMember
    gauge('guest_requests_waiting', 'Guest requests waiting in the queue', () => this.waiting)
  }

  of(c: QueuedRequest, key: string, options: QueueOptions = {}): GuestAdmission {
    if (!this.services.config.RATE_LIMITS) return (work) => work()
    return async (work) => {
      let isStarted = false
      const start = () => {
        isStarted = true
        return work()
      }
      try {
        return await this.run(c, key, start, options)
      } catch (error) {
        const isRefused = !isStarted && !(error instanceof GuestPassRequiredError)
        if (isRefused && !c.req.raw.signal.aborted) {
          if (error instanceof OverloadedError) this.warn()
          await sleep(REFUSAL_DELAY_MS)
        }
        throw error
      }
    }
  }

  private async run<Result>(
    c: QueuedRequest,
    key: string,
    work: () => Promise<Result>,
    { needsPass = false }: QueueOptions,
  ): Promise<Result> {
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
    const { signal } = c.req.raw
    if (!isSearch && responseCache.isKnown(key)) return this.renewals.run(address, work, signal)
    this.gate.noteCrowd(this.pages.addressesWaiting)
    if (needsPass) return this.pages.run(await this.gate.turnOf(c), work, signal)
    return (this.gate.isClosed ? this.files : this.pages).run(address, work, signal)
  }

  private get waiting(): number {
    return this.pages.waiting + this.renewals.waiting + this.files.waiting
  }

  private warn(): void {
    const now = performance.now()
    if (now - this.warnedAt < WARN_EVERY_MS) return
    this.warnedAt = now
    this.services.log.warn({ waiting: this.waiting }, 'guest requests are being refused: the queue is full')
  }
}
