import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { type RedisClient, redisPrefix, shortHmac } from '../bus/redis.server.ts'
import type { Config } from '../config/config.server.ts'
import { withTimeout } from '../jobs/with-timeout.ts'
import type { Log } from '../log.server.ts'
import type { Rate } from './rate.ts'

/** Maximum number of rate limit keys in memory, which take about 15 MB. */
const KEYS = 30_000

export interface RateKey {
  key: string
  rate: Rate
}

interface Counter {
  limiter: RateLimiterMemory | RateLimiterRedis
  memory: RateLimiterMemory
}

/** Enforces rate limits, shared by all nodes through Redis. Without Redis, each process counts separately. */
export class RateLimiter {
  private readonly store: LimitStore | undefined
  private readonly counters = new Map<string, Counter>()
  /** Keys in memory. Evicts the oldest, because the library deletes a key only when its window ends. */
  private readonly known = new LRUCache<string, RateLimiterMemory>({
    max: KEYS,
    noDisposeOnSet: true,
    dispose: (memory, key) => void memory.delete(key),
  })

  constructor(store?: LimitStore) {
    this.store = store
  }

  /** Counts one use for all keys, or for none if one is exhausted. Returns 0, or the seconds to wait. */
  async consume(keys: readonly RateKey[]): Promise<number> {
    const taken: (() => Promise<unknown>)[] = []
    for (const { key, rate } of keys) {
      const name = this.store?.nameOf(key) ?? key
      const { limiter, memory } = this.counterOf(rate)
      this.known.set(name, memory)
      try {
        await limiter.consume(name)
        taken.push(() => limiter.reward(name))
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        await Promise.all(taken.map((giveBack) => giveBack()))
        // Limits the wait to one window, because the library uses the system clock, which may be set back.
        return Math.min(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)), rate.seconds)
      }
    }
    return 0
  }

  private counterOf(rate: Rate): Counter {
    const name = `${rate.times}/${rate.seconds}`
    const counter = this.counters.get(name) ?? newCounter(rate, this.store)
    this.counters.set(name, counter)
    return counter
  }
}

function newCounter({ times: points, seconds: duration }: Rate, store: LimitStore | undefined): Counter {
  const memory = new RateLimiterMemory({ points, duration, keyPrefix: '' })
  if (!store) return { limiter: memory, memory }
  const limiter = new RateLimiterRedis({
    points,
    duration,
    keyPrefix: store.prefix,
    storeClient: store,
    useRedisPackage: true,
    insuranceLimiter: memory,
  })
  return { limiter, memory }
}

const PATIENCE_MS = 200
/** Milliseconds between attempts to reach Redis while it is down. Requests in between do not wait for it. */
const PAUSE_MS = 1000

type Eval = Parameters<RedisClient['eval']>

/** Adapts Redis to `rate-limiter-flexible`. While Redis is down, calls fail at once, and memory is used. */
export class LimitStore {
  isAway = false
  readonly prefix: string
  private readonly client: RedisClient
  private readonly secret: string
  private readonly log: Pick<Log, 'warn' | 'info'>
  private pausedUntil = 0

  constructor(client: RedisClient, config: Pick<Config, 'AUTH_SECRET'>, log: Pick<Log, 'warn' | 'info'>) {
    this.client = client
    this.prefix = `${redisPrefix(config)}limit`
    this.secret = config.AUTH_SECRET ?? ''
    this.log = log
  }

  /** Returns a digest of the key, so that Redis stores no account ids or IP addresses. */
  nameOf(key: string): string {
    return shortHmac(this.secret, key)
  }

  async eval(...script: Eval): Promise<unknown> {
    if (performance.now() < this.pausedUntil) throw new Error('Redis did not respond a moment ago')
    // Lets one request try Redis again, while others fail at once.
    if (this.isAway) this.pausedUntil = performance.now() + PAUSE_MS
    try {
      const answer = await withTimeout(PATIENCE_MS, this.client.eval(...script))
      if (this.isAway) this.log.info('rate limits apply across all nodes again')
      this.isAway = false
      this.pausedUntil = 0
      return answer
    } catch (error) {
      if (!this.isAway) this.log.warn({ err: error }, 'rate limits apply per process: Redis does not respond')
      this.isAway = true
      this.pausedUntil = performance.now() + PAUSE_MS
      throw error
    }
  }
}
