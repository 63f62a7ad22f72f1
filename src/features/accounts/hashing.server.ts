import { AsyncLocalStorage } from 'node:async_hooks'
import { Semaphore } from '../../platform/semaphore.server.ts'

/**
 * A password costs 0.1 s of a core and 32 MB. Two at once leave room in the thread pool (bin/launch.mjs), where files and
 * compression wait in the same line. A class that signs in at once (60, what the limit of one address allows) waits 3 s.
 */
export const HASHING = { permits: 2, queue: 60, retryAfter: 5 }

/** Has passwords hashed a few at a time, on this node; throws `Overloaded` when too many wait. */
export class Hashing {
  private readonly turns: Semaphore
  private readonly inside = new AsyncLocalStorage<true>()

  constructor(options = HASHING) {
    this.turns = new Semaphore(options)
  }

  /** Whether one that comes now is not refused. */
  hasRoom(): boolean {
    return this.turns.hasRoom()
  }

  /** Does one hashing when its turn comes; inside of `claim`, whose turn it is already, at once. */
  hash<T>(work: () => Promise<T>): Promise<T> {
    return this.inside.getStore() ? work() : this.turns.run(work)
  }

  /** One turn for a longer work that hashes once, so that whoever asked knows at the start whether it will be done. */
  claim<T>(work: () => Promise<T>): Promise<T> {
    return this.turns.run(() => this.inside.run(true, work))
  }
}
