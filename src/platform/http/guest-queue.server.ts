import { subscribe } from 'node:diagnostics_channel'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { counter } from '../metrics.server.ts'
import { OverloadedError } from '../outage.ts'
import { addressGroup } from './address.server.ts'

export interface GuestQueueOptions {
  name: string
  atOnce: number
  /** Maximum number of queued requests per IPv4 address or IPv6 /64 network. */
  perAddress: number
  total: number
  maxWaitMs?: number
  /** Seconds in the Retry-After header of refused requests; 5 by default. */
  retryAfter?: number
}

/** Limits concurrent guest requests. IP addresses take turns, so a busy one only delays its own requests. */
export class GuestQueue {
  private readonly options: GuestQueueOptions
  private readonly queues = new Map<string, Set<() => void>>()
  private running = 0
  private count = 0

  constructor(options: GuestQueueOptions) {
    this.options = options
    refusals.inc({ queue: options.name }, 0)
  }

  get waiting(): number {
    return this.count
  }

  get addressesWaiting(): number {
    return this.queues.size
  }

  /** Returns whether `run` would currently accept a request from this address. */
  hasRoom(address: string): boolean {
    const { atOnce, perAddress, total } = this.options
    if (this.running < atOnce) return true
    const own = this.queues.get(addressGroup(address))?.size ?? 0
    // An IP address gets at most half of the free places, so that a few addresses cannot fill the queue.
    return own < Math.min(perAddress, (total - this.count) / 2)
  }

  /** Runs `work` in turn of an IP address or another key. Throws `OverloadedError` for a full queue, a long wait or an aborted `signal`. */
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
    const onAbort = () => giveUp(new OverloadedError())
    const timer = maxWaitMs === undefined ? undefined : setTimeout(() => giveUp(), maxWaitMs)
    queue.add(start)
    this.count++
    this.queues.set(group, queue)
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort)
    return promise
  }

  private startNext(): void {
    const [next] = this.queues
    if (!next) {
      this.running--
      return
    }
    const [group, queue] = next
    this.queues.delete(group)
    this.queues.set(group, queue)
    const [start] = queue
    start?.()
  }

  private refusal(): OverloadedError {
    refusals.inc({ queue: this.options.name })
    return new OverloadedError(this.options.retryAfter)
  }
}

let connections = 0
subscribe('net.server.socket', () => connections++)

/**
 * Waits until Node has accepted all pending connections, one per turn of the event loop. Without this wait,
 * 80 guest requests delayed a member's request by 6 s.
 */
async function connectionsAccepted(): Promise<void> {
  const latest = performance.now() + 250
  for (let known = -1; known !== connections && performance.now() < latest; ) {
    known = connections
    await nextTurn()
  }
}

const refusals = counter('guest_requests_refused_total', 'Guest requests refused with 503', 'queue')
