import type { WritePosition } from '../platform/write-position.ts'
import { type Asked, positionNumber, type Written } from './write-log.server.ts'

/** Up to where the log was written, as far as this node has heard, and whether it knows that of all it has heard of. */
export class HeardPosition implements WritePosition {
  /** What a copy has to have replayed. */
  wanted = 0n
  /** What the primary has put on its disk, when it was asked last. */
  flushed = 0n
  private readonly primary: Asked<Written>
  /** Of each write that is heard of without its position; those up to `known` are covered by `wanted`. */
  private expected = 1
  private known = 0

  constructor(primary: Asked<Written>) {
    this.primary = primary
  }

  get isKnown(): boolean {
    return this.known === this.expected
  }

  expect(): void {
    this.expected++
  }

  async read(): Promise<string | undefined> {
    // What is expected later may not be in the answer to this question.
    const { expected, wanted } = this
    const answer = await this.primary.ask().catch(() => undefined)
    if (!answer) return undefined
    const position = positionNumber(answer.position)
    this.flushed = positionNumber(answer.flushed)
    // A log that is shorter than it was is another one: a copy took over, or a backup was restored.
    if (position < wanted && this.wanted === wanted) this.wanted = position
    // Else only what a copy never gets might be added: the head of a page of the log on which nothing is written yet.
    if (this.known < expected) {
      this.known = expected
      this.want(position)
    }
    return answer.position
  }

  hear(position: string | undefined): void {
    if (position) this.want(positionNumber(position))
    else {
      this.expect()
      void this.read()
    }
  }

  private want(position: bigint): void {
    if (position > this.wanted) this.wanted = position
  }
}
