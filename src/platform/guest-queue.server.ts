import { subscribe } from 'node:diagnostics_channel'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { addressGroup } from './address.server.ts'
import { counter } from './metrics.server.ts'
import { Overloaded } from './overloaded.ts'

export interface GuestQueueOptions {
  /** In the metrics. */
  name: string
  /** Requests that run at once. */
  atOnce: number
  /** Requests of one address that may wait. An IPv6 address counts by its first 64 bits. */
  perAddress: number
  /** Requests that may wait in total. */
  total: number
  /** Milliseconds that a request may wait; unlimited by default. */
  maxWaitMs?: number
  /** Seconds after which a refused client should retry; 5 by default. */
  retryAfter?: number
}

/**
 * Limits how many requests of guests run at once. The others wait in a queue for each address, and the addresses take turns.
 * An address that sends a hundred requests delays its own, and not those of other addresses.
 */
export class GuestQueue {
  private readonly options: GuestQueueOptions
  /** Starts a waiting request. By address, in the order of their turns. */
  private readonly queues = new Map<string, Set<() => void>>()
  private running = 0
  private count = 0

  constructor(options: GuestQueueOptions) {
    this.options = options
    refusals.inc({ queue: options.name }, 0)
  }

  /** The number of requests that wait. */
  get waiting(): number {
    return this.count
  }

  /** Whether a new request of this address would run or wait. If false, `run` refuses it. */
  hasRoom(address: string): boolean {
    const { atOnce, perAddress, total } = this.options
    if (this.running < atOnce) return true
    const own = this.queues.get(addressGroup(address))?.size ?? 0
    // An address gets no more than half of the places that are left, so a few addresses cannot fill the queue.
    return own < Math.min(perAddress, (total - this.count) / 2)
  }

  /**
   * Runs `work` when it is the turn of this address. Throws `Overloaded` if the queue is full, if the wait takes too long, and if
   * `signal` is aborted during the wait; `work` was not started then.
   */
  async run<Result>(
    address: string,
    work: () => Promise<Result>,
    signal?: AbortSignal | undefined,
  ): Promise<Result> {
    if (this.running < this.options.atOnce) this.running++
    else if (this.hasRoom(address)) await this.wait(addressGroup(address), signal)
    else throw this.refusal()
    try {
      await connectionsAccepted()
      return await work()
    } finally {
      this.startNext()
    }
  }

  /** Resolves when a request that ended has passed its place on. */
  private wait(group: string, signal: AbortSignal | undefined): Promise<void> {
    const { maxWaitMs } = this.options
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const queue = this.queues.get(group) ?? new Set()
    const leave = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      queue.delete(start)
      this.count--
      if (queue.size === 0) this.queues.delete(group)
    }
    const start = () => {
      leave()
      resolve()
    }
    const giveUp = (refusal = this.refusal()) => {
      leave()
      reject(refusal)
    }
    const onAbort = () => giveUp(new Overloaded())
    const timer = maxWaitMs === undefined ? undefined : setTimeout(() => giveUp(), maxWaitMs)
    queue.add(start)
    this.count++
    this.queues.set(group, queue)
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort)
    return promise
  }

  /** The place stays taken if another request gets it. */
  private startNext(): void {
    const [next] = this.queues
    if (!next) {
      this.running--
      return
    }
    const [group, queue] = next
    // The address moves to the end, for its next turn.
    this.queues.delete(group)
    this.queues.set(group, queue)
    const [start] = queue
    start?.()
  }

  private refusal(): Overloaded {
    refusals.inc({ queue: this.options.name })
    return new Overloaded(this.options.retryAfter)
  }
}

let connections = 0
subscribe('net.server.socket', () => connections++)

/**
 * Resolves when all new connections are accepted, or after 250 ms. Node accepts one in each turn of its event loop. With a page
 * rendered in each turn, a member waited 6 s for a connection while ten guests sent 80 requests at once.
 */
async function connectionsAccepted(): Promise<void> {
  const latest = performance.now() + 250
  for (let known = -1; known !== connections && performance.now() < latest; ) {
    known = connections
    await nextTurn()
  }
}

const refusals = counter('guest_requests_refused_total', 'Requests of guests refused with 503', 'queue')
