import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds for which what was read is good, however many ask. */
const GOOD_FOR_MS = 15_000
/** Milliseconds that somebody waits where something is known: metrics are given up after a second. */
const PATIENCE_MS = 700

/**
 * A part of the numbers, read by itself so that a slow one keeps none of the others: whoever asks while it takes long gets what was
 * known last. Rejects when it cannot be read.
 */
export class Reading<Value> {
  private readonly begin: () => Promise<Value>
  private known: { value: Value; at: number } | undefined
  private running: Promise<Value> | undefined

  /** @param initial what is said until the first reading has come to an end, where nobody is to wait for it */
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

  /** Milliseconds since 1970. */
  get readAt(): number {
    return this.known?.at ?? 0
  }

  /** After an act whose outcome is to be seen. */
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
