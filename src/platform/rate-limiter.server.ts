import { LRUCache } from 'lru-cache'
import type { Rate } from './rate.ts'

/** Keys that are remembered: some 15 MB. Whoever comes with more addresses than that has them forgotten in turn. */
const KEYS = 100_000

/** What is counted under `key` may happen at this rate. */
export interface RateKey {
  key: string
  rate: Rate
}

/** What a limiter says: `wait` in milliseconds until a turn that was taken, or in seconds where it was refused. */
export interface Turn {
  wait: number
  refused: boolean
}

/** Counts for this process (RateLimiter), or for all of a forum (SharedRateLimiter). */
export interface Limiter {
  /** Takes one turn under all keys, or none under any: then it answers the seconds until all have one, else 0. */
  consume(keys: readonly RateKey[]): number | Promise<number>
  /**
   * Takes one turn under all keys, be it one that lies up to `maxWait` milliseconds ahead: `wait` is how many. Where
   * it would lie further off, none is taken: `wait` is then the seconds after which one might.
   */
  reserve(keys: readonly RateKey[], maxWait: number): Turn | Promise<Turn>
}

/**
 * Counts what happens too often, in this process: the generic cell rate algorithm (a leaky bucket), which keeps one
 * number for each key, the moment at which its bucket is empty again. It costs about a microsecond.
 */
export class RateLimiter implements Limiter {
  private readonly emptyAt = new LRUCache<string, number>({ max: KEYS })
  private readonly clock: () => number

  /** @param clock milliseconds; one that is never set back */
  constructor(clock = () => performance.now()) {
    this.clock = clock
  }

  consume(keys: readonly RateKey[]): number {
    const { wait, refused } = this.reserve(keys, 0)
    return refused ? wait : 0
  }

  reserve(keys: readonly RateKey[], maxWait: number): Turn {
    const now = this.clock()
    const wait = Math.max(0, ...keys.map((wish) => this.filled(wish, now) - wish.rate.seconds * 1000))
    if (wait > maxWait) return { wait: Math.ceil((wait - maxWait) / 1000), refused: true }
    for (const wish of keys) this.emptyAt.set(wish.key, now + this.filled(wish, now))
    return { wait, refused: false }
  }

  /** Gives a turn back that was taken under all keys: somebody else has refused it. */
  giveBack(keys: readonly RateKey[]): void {
    for (const { key, rate } of keys) this.emptyAt.set(key, (this.emptyAt.get(key) ?? 0) - shareOf(rate))
  }

  /** Milliseconds that the bucket would hold with one turn more. */
  private filled({ key, rate }: RateKey, now: number): number {
    return Math.max(0, (this.emptyAt.get(key) ?? 0) - now) + shareOf(rate)
  }
}

/** Milliseconds for which one turn fills the bucket. */
function shareOf({ seconds, times }: Rate): number {
  return (seconds * 1000) / times
}
