/** Milliseconds until another try after one that failed, or that did not last. */
const RECONNECT_MS = 1000

interface Needs<Connection> {
  /** Makes one, or rejects and leaves nothing open. Calls `lost` when it ends by itself later on. */
  open(lost: (reason: unknown) => void): Promise<Connection>
  /** Ends one at once, also one whose other end says nothing any more. */
  close(connection: Connection): unknown
  /** There is none any more. Called once, until there is one again. */
  lost(reason: unknown): void
  /** There is one again. */
  back(): void
}

/** One connection, and another one in its place when it is lost: never two, and never two that try. */
export class KeptConnection<Connection> {
  /** Undefined while there is none. */
  current: Connection | undefined
  private readonly needs: Needs<Connection>
  private openedAt = 0
  private isStopped = false
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(needs: Needs<Connection>) {
    this.needs = needs
  }

  /** Resolves when there is one. Rejects when the first try fails, and tries no more then. */
  async start(): Promise<void> {
    let isLost = false
    let opened: Connection | undefined
    opened = await this.needs.open((reason) => {
      isLost = true
      if (opened !== undefined && this.current === opened) this.lose(reason)
    })
    if (this.isStopped || isLost) {
      this.needs.close(opened)
      throw new Error('the connection was lost as it came')
    }
    this.openedAt = performance.now()
    this.current = opened
  }

  /** Tries until there is one, as after a loss. */
  startInTime(): void {
    this.tryIn(0)
  }

  /** What the other end has not said: this one is of no use any more. */
  lose(reason: unknown): void {
    const { current } = this
    if (current === undefined) return
    this.current = undefined
    this.needs.close(current)
    this.needs.lost(reason)
    // One that had just come would otherwise be made anew without a pause, for ever.
    this.tryIn(performance.now() - this.openedAt > RECONNECT_MS ? 0 : RECONNECT_MS)
  }

  /** Gives the connection that there was, for who wants to end it in order. */
  stop(): Connection | undefined {
    this.isStopped = true
    clearTimeout(this.timer)
    const { current } = this
    this.current = undefined
    return current
  }

  private tryIn(milliseconds: number): void {
    if (this.isStopped) return
    this.timer = setTimeout(() => {
      this.start().then(
        () => this.needs.back(),
        () => this.tryIn(RECONNECT_MS),
      )
    }, milliseconds)
    this.timer.unref()
  }
}
