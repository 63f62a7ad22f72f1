import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { GuestQueue, type GuestQueueOptions } from '../../platform/http/guest-queue.server.ts'

/** Leaves one core free, and room in the thread pool (bin/launch.mjs). */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))

/**
 * A password takes 0.1 s of a core and 32 MB. One address may queue 60 sign-ins (its rate limit), 6 s on two cores;
 * other addresses don't wait for them. The queue holds at most 30 s of work in total.
 */
export const HASHING = { name: 'passwords', atOnce: AT_ONCE, perAddress: 60, total: 300 * AT_ONCE }

/** Queue for hashing guests' passwords on this node. Throws `OverloadedError` when it is full. */
export class Hashing {
  private readonly queue: GuestQueue
  /** `isClaimed`: the work already has its turn. */
  private readonly turn = new AsyncLocalStorage<{ address: string; isClaimed?: boolean }>()

  constructor(options: GuestQueueOptions = HASHING) {
    this.queue = new GuestQueue(options)
  }

  /** Queues the passwords hashed in `work` under this address. */
  of<T>(address: string, work: () => T): T {
    return this.turn.run({ address }, work)
  }

  hasRoom(): boolean {
    return this.queue.hasRoom(this.address)
  }

  /** Hashes a password when its turn comes, or immediately inside `claim`. */
  hash<T>(work: () => Promise<T>): Promise<T> {
    return this.turn.getStore()?.isClaimed ? work() : this.queue.run(this.address, work)
  }

  /** Waits for a turn before `work`, which hashes once. A full queue throws before the work starts. */
  claim<T>(work: () => Promise<T>): Promise<T> {
    const { address } = this
    return this.queue.run(address, () => this.turn.run({ address, isClaimed: true }, work))
  }

  private get address(): string {
    return this.turn.getStore()?.address ?? ''
  }
}
