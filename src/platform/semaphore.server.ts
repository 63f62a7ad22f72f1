/** Too many wait already: nothing was begun, and it may be tried again after `seconds`. */
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
  /** So many more wait for their turn, in the order they came; others are refused. */
  queue: number
  /** What `Overloaded` says of when to come again: about the time in which a full queue drains. */
  retryAfter?: number
}

/** Lets a few works run at once and a few wait, so that a crowd at one place does not stop everything else. */
export class Semaphore {
  private readonly options: Required<Options>
  private readonly waiters: (() => void)[] = []
  private running = 0

  constructor(options: Options) {
    this.options = { retryAfter: 5, ...options }
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.waiters.length
  }

  /** Does the work when its turn comes, and gives what it gives. Throws `Overloaded` at once when the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.turn()
    try {
      return await work()
    } finally {
      this.passOn()
    }
  }

  private async turn(): Promise<void> {
    const { permits, queue, retryAfter } = this.options
    if (this.running < permits) this.running++
    else if (this.waiters.length >= queue) throw new Overloaded(retryAfter)
    else await new Promise<void>((begin) => this.waiters.push(begin))
  }

  /** To who waits longest: the permit is never free in between, so nobody overtakes. */
  private passOn(): void {
    const next = this.waiters.shift()
    if (next) next()
    else this.running--
  }
}
