import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { GuestQueue, type GuestQueueOptions } from '../../platform/http/guest-queue.server.ts'

/** Passwords hashed at the same time. Leaves one core and some threads of the pool free (bin/launch.mjs). */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))

/**
 * Hashing a password takes 0.1 s of a core and 32 MB. One IP address may queue 60 sign-ins (its rate limit), 6 s on
 * a machine with two cores. Other addresses don't wait for them. The queue holds at most 30 s of work in total.
 */
export const HASHING = { name: 'passwords', atOnce: AT_ONCE, perAddress: 60, total: 300 * AT_ONCE }

/** Queue for hashing guests' passwords on this node. Throws `OverloadedError` when it is full. */
export class Hashing {
  private readonly queue: GuestQueue
  /** Sender of the current request. `isClaimed`: the request has left the queue, so it hashes immediately. */
  private readonly turn = new AsyncLocalStorage<{ address: string; isClaimed?: boolean }>()

  constructor(options: GuestQueueOptions = HASHING) {
    this.queue = new GuestQueue(options)
  }

  /** Runs `work` and queues the passwords that it hashes under this address. */
  of<T>(address: string, work: () => T): T {
    return this.turn.run({ address }, work)
  }

  hasRoom(): boolean {
    return this.queue.hasRoom(this.address)
  }

  /** Hashes a password when it is next in the queue, or immediately inside `claim`. */
  hash<T>(work: () => Promise<T>): Promise<T> {
    return this.turn.getStore()?.isClaimed ? work() : this.queue.run(this.address, work)
  }

  /** Queues `work`, which hashes one password. If the queue is full, throws before the work starts. */
  claim<T>(work: () => Promise<T>): Promise<T> {
    const { address } = this
    return this.queue.run(address, () => this.turn.run({ address, isClaimed: true }, work))
  }

  private get address(): string {
    return this.turn.getStore()?.address ?? ''
  }
}
