import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { Semaphore } from '../../../platform/semaphore.server.ts'

declare module '../../../api/core/context.server.ts' {
  interface Services {
    hashing: Hashing
  }
}

/** One processor stays free for everybody else, and two at once leave room in the thread pool (bin/launch.mjs). */
const PERMITS = Math.max(1, Math.min(2, availableParallelism() - 1))

/**
 * A password costs 0.1 s of a core and 32 MB. A class that signs in at once (60, what the limit of one address allows)
 * waits 6 s on two cores, and who comes from elsewhere does not wait for it. Requests that wait are kept in memory: 30 s
 * of work.
 */
export const HASHING = { permits: PERMITS, queue: 60, inAll: 300 * PERMITS, retryAfter: 5 }

/** On whose behalf a work is done, and whether its turn has come already. */
interface Inside {
  party: string
  isClaimed?: boolean
}

/** Has passwords hashed a few at a time, on this node; throws `Overloaded` when too many wait. */
export class Hashing {
  private readonly turns: Semaphore
  private readonly inside = new AsyncLocalStorage<Inside>()

  constructor(options: ConstructorParameters<typeof Semaphore>[0] = HASHING) {
    this.turns = new Semaphore(options)
  }

  /** Does the work, whose hashings wait with those of the same party (an address), which takes turns with the others. */
  of<T>(party: string, work: () => T): T {
    return this.inside.run({ party }, work)
  }

  /** Whether one that comes now is not refused. */
  hasRoom(): boolean {
    return this.turns.hasRoom(this.party)
  }

  /** Does one hashing when its turn comes; inside of `claim`, whose turn it is already, at once. */
  hash<T>(work: () => Promise<T>): Promise<T> {
    return this.inside.getStore()?.isClaimed ? work() : this.turns.run(work, this.party)
  }

  /** One turn for a longer work that hashes once, so that whoever asked knows at the start whether it will be done. */
  claim<T>(work: () => Promise<T>): Promise<T> {
    const { party } = this
    return this.turns.run(() => this.inside.run({ party, isClaimed: true }, work), party)
  }

  private get party(): string {
    return this.inside.getStore()?.party ?? ''
  }
}
