/** Too much of something is under way: whoever comes now comes again after `retryAfter` seconds. */
export class Busy extends Error {
  override name = 'Busy'
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super('Too much is under way.')
    this.retryAfter = retryAfter
  }
}

export interface GateOptions {
  /** So much at once; the rest waits. */
  atOnce: number
  /** So many of one party may wait. */
  waiting: number
  /** Milliseconds that somebody waits at most. */
  patience: number
}

/**
 * Lets a few through at once. Those who wait take turns by party (an address, say), so that who sends a hundred
 * requests delays their own, not those of who sends one.
 */
export class Gate {
  private readonly options: GateOptions
  /** By party, in the order of their turns: those who wait, the first first. */
  private readonly queues = new Map<string, Set<() => void>>()
  private underWay = 0

  constructor(options: GateOptions) {
    this.options = options
  }

  /** Does `work` once there is room. Rejects with Busy when too many of `party` wait, or it took too long. */
  async run<Result>(party: string, work: () => Promise<Result>): Promise<Result> {
    if (this.underWay >= this.options.atOnce) await this.wait(party)
    else this.underWay++
    try {
      return await work()
    } finally {
      this.leave()
    }
  }

  /** Resolves with the room of somebody who left. */
  private wait(party: string): Promise<void> {
    const { waiting, patience } = this.options
    const queue = this.queues.get(party) ?? new Set()
    const busy = new Busy(Math.ceil(patience / 1000))
    if (queue.size >= waiting) return Promise.reject(busy)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const enter = () => {
      clearTimeout(timer)
      // Not in the same turn: what has come over the network meanwhile is read first.
      setImmediate(resolve)
    }
    const timer = setTimeout(() => {
      queue.delete(enter)
      if (queue.size === 0) this.queues.delete(party)
      reject(busy)
    }, patience)
    this.queues.set(party, queue.add(enter))
    return promise
  }

  /** Gives the room to the party whose turn it is, and puts that behind all others. */
  private leave(): void {
    for (const [party, queue] of this.queues) {
      const [enter] = queue
      this.queues.delete(party)
      if (!enter) continue
      queue.delete(enter)
      if (queue.size > 0) this.queues.set(party, queue)
      enter()
      return
    }
    this.underWay--
  }
}
