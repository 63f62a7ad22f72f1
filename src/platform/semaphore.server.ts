/** Too many wait already, or too long: nothing was begun, and it may be tried again after `seconds`. */
export class Overloaded extends Error {
  override name = 'Overloaded'
  readonly seconds: number

  constructor(seconds: number) {
    super(`too many wait already; try again in ${seconds} s`)
    this.seconds = seconds
  }
}

interface Options {
  /** So many works run at once. */
  permits: number
  /** So many more of one party wait for their turn, in the order they came; others are refused. */
  queue: number
  /** So many more wait, whatever their party; without it there is no such limit. */
  inAll?: number
  /** Milliseconds that somebody waits at most; without it as long as it takes. */
  timeout?: number
  /** What `Overloaded` says of when to come again: about the time in which a full queue drains, in seconds. */
  retryAfter?: number
}

/** Those of one party who wait, the first first, and since when the party has had no turn. */
interface Queue {
  since: number
  waiting: Set<() => void>
}

/**
 * Lets a few works run at once and a few wait, so that a crowd at one place does not stop everything else. Those who wait
 * take turns by party (an address, say): who sends a hundred requests delays their own, not those of who sends one.
 */
export class Semaphore {
  private readonly options: Options
  private readonly overloaded: Overloaded
  /** By party, in the order of their turns. */
  private readonly queues = new Map<string, Queue>()
  private running = 0

  constructor(options: Options) {
    this.options = options
    this.overloaded = new Overloaded(options.retryAfter ?? Math.ceil((options.timeout ?? 5000) / 1000))
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.queues.values().reduce((sum, { waiting }) => sum + waiting.size, 0)
  }

  /** Milliseconds for which the party whose turn is next has waited for it: what one more party would wait, too. */
  get delay(): number {
    const next = this.queues.values().next().value
    return next ? Math.round(performance.now() - next.since) : 0
  }

  /** Whether a work of this party that comes now runs, or waits for its turn. */
  hasRoom(group = ''): boolean {
    const { permits, queue, inAll = Number.POSITIVE_INFINITY } = this.options
    if (this.running < permits) return true
    return (this.queues.get(group)?.waiting.size ?? 0) < queue && this.waiting < inAll
  }

  /**
   * Does the work when its turn comes, and gives what it gives. Throws `Overloaded`: at once when there is no room,
   * or when its turn did not come in time.
   */
  async run<T>(work: () => Promise<T>, group = ''): Promise<T> {
    if (this.running < this.options.permits) this.running++
    else await this.wait(group)
    try {
      return await work()
    } finally {
      this.passOn()
    }
  }

  /** Resolves with the permit of a work that has ended. */
  private wait(group: string): Promise<void> {
    if (!this.hasRoom(group)) return Promise.reject(this.overloaded)
    const { timeout } = this.options
    const queue = this.queues.get(group) ?? { since: performance.now(), waiting: new Set() }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const enter = () => {
      clearTimeout(timer)
      resolve()
    }
    const giveUp = () => {
      queue.waiting.delete(enter)
      if (queue.waiting.size === 0) this.queues.delete(group)
      reject(this.overloaded)
    }
    const timer = timeout === undefined ? undefined : setTimeout(giveUp, timeout)
    queue.waiting.add(enter)
    this.queues.set(group, queue)
    return promise
  }

  /** To the party whose turn it is, which then stands behind all others. The permit is never free in between. */
  private passOn(): void {
    for (const [group, queue] of this.queues) {
      const [enter] = queue.waiting
      this.queues.delete(group)
      if (!enter) continue
      queue.waiting.delete(enter)
      if (queue.waiting.size > 0) this.queues.set(group, { ...queue, since: performance.now() })
      enter()
      return
    }
    this.running--
  }
}
