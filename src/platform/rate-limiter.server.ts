import { LRUCache } from 'lru-cache'
import type { Rate } from './rate.ts'

/** Keys that are remembered: some 15 MB. Whoever comes with more addresses than that has them forgotten in turn. */
const KEYS = 100_000

/** What is counted under `key` may happen at this rate. */
export interface RateKey {
  key: string
  rate: Rate
}

/**
 * Counts what happens too often, in this process: the generic cell rate algorithm (a leaky bucket), which keeps one
 * number for each key, the moment at which its bucket is empty again. It costs about a microsecond.
 */
export class RateLimiter {
  private readonly emptyAt = new LRUCache<string, number>({ max: KEYS })
  private readonly clock: () => number

  /** @param clock milliseconds; one that is never set back */
  constructor(clock = () => performance.now()) {
    this.clock = clock
  }

  /** Takes one turn under all keys, or none under any: then it answers the seconds until all have one, else 0. */
  consume(keys: readonly RateKey[]): number {
    const { wait, refused } = this.reserve(keys, 0)
    return refused ? wait : 0
  }

  /**
   * Takes one turn under all keys, be it one that lies up to `patience` milliseconds ahead: `wait` is how many. Where
   * it would lie further off, none is taken: `wait` is then the seconds after which one might.
   */
  reserve(keys: readonly RateKey[], maxWait: number): { wait: number; refused: boolean } {
    const now = this.clock()
    const wait = Math.max(0, ...keys.map((wish) => this.filled(wish, now) - wish.rate.seconds * 1000))
    if (wait > maxWait) return { wait: Math.ceil((wait - maxWait) / 1000), refused: true }
    for (const wish of keys) this.emptyAt.set(wish.key, now + this.filled(wish, now))
    return { wait, refused: false }
  }

  /** Milliseconds that the bucket would hold with one turn more. */
  private filled({ key, rate }: RateKey, now: number): number {
    return Math.max(0, (this.emptyAt.get(key) ?? 0) - now) + (rate.seconds * 1000) / rate.times
  }
}
