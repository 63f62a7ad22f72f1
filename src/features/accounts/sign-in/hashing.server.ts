import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { GuestQueue, type GuestQueueOptions } from '../../../platform/guest-queue.server.ts'

declare module '../../../api/core/context.server.ts' {
  interface Services {
    hashing: Hashing
  }
}

/** Leaves one processor free, and room in the thread pool (bin/launch.mjs). */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))

/**
 * A password costs 0.1 s of a core and 32 MB. 60 sign-ins from one address (its limit) take 6 s on two cores; other addresses
 * don't wait for them. In total 30 s of work may wait in memory.
 */
export const HASHING = { name: 'passwords', atOnce: AT_ONCE, perAddress: 60, total: 300 * AT_ONCE }

/** Of the current work; `isClaimed` when it has its turn already. */
/** Queue of guests' passwords on this node. Throws `Overloaded` when it is full. */
export class Hashing {
  private readonly queue: GuestQueue
  private readonly turn = new AsyncLocalStorage<{ address: string; isClaimed?: boolean }>()

  constructor(options: GuestQueueOptions = HASHING) {
    this.queue = new GuestQueue(options)
  }

  /** Passwords hashed in `work` wait in the queue of this address. */
  of<T>(address: string, work: () => T): T {
    return this.turn.run({ address }, work)
  }

  hasRoom(): boolean {
    return this.queue.hasRoom(this.address)
  }

  /** Hashes one password when its turn comes; inside of `claim` at once. */
  hash<T>(work: () => Promise<T>): Promise<T> {
    return this.turn.getStore()?.isClaimed ? work() : this.queue.run(this.address, work)
  }

  /** Takes a turn for work that hashes once, so that a refusal comes before the work. */
  claim<T>(work: () => Promise<T>): Promise<T> {
    const { address } = this
    return this.queue.run(address, () => this.turn.run({ address, isClaimed: true }, work))
  }

  private get address(): string {
    return this.turn.getStore()?.address ?? ''
  }
}
