import { setTimeout as sleep } from 'node:timers/promises'

const GOOD_FOR_MS = 15_000
/** Milliseconds to wait for a new value. Then returns the previous one, as the metrics wait at most 1 s. */
const PATIENCE_MS = 700

/** Caches a value for 15 seconds. If reading a new one is slow, returns the previous one, if there is any. */
export class CachedValue<Value> {
  private readonly begin: () => Promise<Value>
  private known: { value: Value; at: number } | undefined
  private running: Promise<Value> | undefined

  /** @param initial the value to return until the first read is complete */
  constructor(begin: () => Promise<Value>, initial?: Value) {
    this.begin = begin
    if (initial !== undefined) this.known = { value: initial, at: 0 }
  }

  async read(): Promise<Value> {
    const { known } = this
    if (known && Date.now() - known.at < GOOD_FOR_MS) return known.value
    this.running ??= this.readAnew()
    const { running } = this
    if (!known) return running
    return Promise.race([running, sleep(PATIENCE_MS, known.value, { ref: false })])
  }

  get readAt(): number {
    return this.known?.at ?? 0
  }

  forget(): void {
    this.known = undefined
    this.running = undefined
  }

  private readAnew(): Promise<Value> {
    const running = this.begin().then((value) => {
      if (this.running === running) this.known = { value, at: Date.now() }
      return value
    })
    const done = () => {
      if (this.running === running) this.running = undefined
    }
    running.then(done, done)
    return running
  }
}
