import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { GuestQueue, type GuestQueueOptions } from '../../../platform/guest-queue.server.ts'

declare module '../../../api/core/context.server.ts' {
  interface Services {
    hashing: Hashing
  }
}

/** One processor stays free for everybody else, and two at once leave room in the thread pool (bin/launch.mjs). */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))

/**
 * A password costs 0.1 s of a core and 32 MB. A class that signs in at once (60, the limit of one address) waits 6 s on two cores,
 * and other addresses do not wait for it. In total 30 s of work may wait in memory.
 */
export const HASHING = { name: 'passwords', atOnce: AT_ONCE, perAddress: 60, total: 300 * AT_ONCE }

/** The address that the current work belongs to, and whether its turn has come already. */
interface Turn {
  address: string
  isClaimed?: boolean
}

/** Hashes the passwords of guests, a few at a time on this node. Throws `Overloaded` if too many are waiting. */
export class Hashing {
  private readonly queue: GuestQueue
  private readonly turn = new AsyncLocalStorage<Turn>()

  constructor(options: GuestQueueOptions = HASHING) {
    this.queue = new GuestQueue(options)
  }

  /** Does `work`. Its passwords wait in the queue of this address. */
  of<T>(address: string, work: () => T): T {
    return this.turn.run({ address }, work)
  }

  /** Whether a new password would be hashed, and not refused. */
  hasRoom(): boolean {
    return this.queue.hasRoom(this.address)
  }

  /** Hashes one password when its turn comes. Inside of `claim` the turn has come already. */
  hash<T>(work: () => Promise<T>): Promise<T> {
    return this.turn.getStore()?.isClaimed ? work() : this.queue.run(this.address, work)
  }

  /** Takes one turn for a longer work that hashes once, so that a refusal is known before the work starts. */
  claim<T>(work: () => Promise<T>): Promise<T> {
    const { address } = this
    return this.queue.run(address, () => this.turn.run({ address, isClaimed: true }, work))
  }

  private get address(): string {
    return this.turn.getStore()?.address ?? ''
  }
}
