import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { LimitStore } from './limit-store.server.ts'
import type { Rate } from './rate.ts'

/** Keys in memory, about 15 MB. Beyond that the least recently used key is deleted. */
const KEYS = 30_000

/** A key and the rate that it allows. */
export interface RateKey {
  key: string
  rate: Rate
}

/** The limiter of one rate. It counts in Redis if there is one, and in memory without Redis or while Redis is away. */
interface Counter {
  limiter: RateLimiterMemory | RateLimiterRedis
  memory: RateLimiterMemory
}

/** Rate limits, shared by all nodes through Redis. Without Redis each process counts for itself. */
export class RateLimiter {
  private readonly store: LimitStore | undefined
  private readonly counters = new Map<string, Counter>()
  /** Bounds the number of keys: the library deletes a key only when its window ends. */
  private readonly known = new LRUCache<string, RateLimiterMemory>({
    max: KEYS,
    noDisposeOnSet: true,
    dispose: (memory, key) => void memory.delete(key),
  })

  constructor(store?: LimitStore) {
    this.store = store
  }

  /** Takes one turn under each key, or none under any: then it returns the seconds to wait, else 0. */
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
        // The library uses the system clock. When that is set back, nobody waits longer than the window.
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
