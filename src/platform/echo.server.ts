/** Milliseconds: a message takes some ten, and seconds when everything is busy. */
const PATIENCE_MS = 5000

/** A message that comes back to who sent it: it says how long messages take on a line, and that none come any more. */
export class Echo {
  private readonly lost: () => void
  private sentAt: number | undefined
  private latest: number | undefined
  private timer: ReturnType<typeof setTimeout> | undefined

  /** @param lost called when one has not come back for five seconds */
  constructor(lost: () => void) {
    this.lost = lost
  }

  /** Waits for one from now on, or on for the one that is under way. What it gives is what is to be sent. */
  begin(): number {
    if (this.sentAt !== undefined) return this.sentAt
    this.sentAt = performance.now()
    this.timer = setTimeout(() => {
      this.end()
      this.lost()
    }, PATIENCE_MS)
    this.timer.unref()
    return this.sentAt
  }

  /** @param sentAt what came back */
  hear(sentAt: unknown): void {
    if (this.sentAt === undefined || sentAt !== this.sentAt) return
    this.latest = performance.now() - this.sentAt
    this.end()
  }

  /** Milliseconds that the last one took; at least as many as one has been under way. */
  get lag(): number | undefined {
    if (this.sentAt === undefined || this.latest === undefined) return this.latest
    return Math.max(this.latest, performance.now() - this.sentAt)
  }

  /** Waits for none any more. */
  end(): void {
    clearTimeout(this.timer)
    this.sentAt = undefined
  }
}
