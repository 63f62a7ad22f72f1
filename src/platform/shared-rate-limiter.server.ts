import type { Log } from './log.server.ts'
import { type Limiter, type RateKey, RateLimiter, type Turn } from './rate-limiter.server.ts'
import { within } from './within.ts'

/** Asks whoever counts for all nodes; rejects when there is no answer. */
export type AskForTurn = (keys: readonly RateKey[], maxWait: number) => Promise<Turn>

/** Milliseconds for an answer: a Redis nearby takes one. A request that counts never waits longer for it. */
const PATIENCE_MS = 200
/** Milliseconds until one that did not answer is asked again: nobody else waits for it meanwhile. */
const PAUSE_MS = 1000

/**
 * A limiter for all nodes of a forum. What this node has granted it also counts by itself: who has had all of it here is
 * refused without a question, and while nobody answers this node goes on with its own count, never open and never
 * closed to everybody.
 */
export class SharedRateLimiter implements Limiter {
  /** Whether nobody counts for all at the moment. */
  isAlone = false
  private readonly own = new RateLimiter()
  private readonly ask: AskForTurn
  private readonly log: Pick<Log, 'warn' | 'info'>
  private readonly patience: number
  private readonly instead: Limiter | undefined
  private pausedUntil = 0

  /**
   * @param patience milliseconds for an answer
   * @param instead counts for more than this process while there is none
   */
  constructor(
    ask: AskForTurn,
    log: Pick<Log, 'warn' | 'info'>,
    patience = PATIENCE_MS,
    instead?: Limiter | undefined,
  ) {
    this.ask = ask
    this.log = log
    this.patience = patience
    this.instead = instead
  }

  async consume(keys: readonly RateKey[]): Promise<number> {
    const { wait, refused } = await this.reserve(keys, 0)
    return refused ? wait : 0
  }

  async reserve(keys: readonly RateKey[], maxWait: number): Promise<Turn> {
    if (keys.length === 0) return { wait: 0, refused: false }
    // Taken before the question: of many at once each would else find the turn that only one of them may have.
    const own = this.own.reserve(keys, maxWait)
    if (own.refused) return own
    const turn = (await this.answer(keys, maxWait)) ?? (await this.instead?.reserve(keys, maxWait))
    if (turn?.refused) this.own.giveBack(keys)
    return turn ?? own
  }

  /** Nothing when there is none. */
  private async answer(keys: readonly RateKey[], maxWait: number): Promise<Turn | undefined> {
    if (performance.now() < this.pausedUntil) return undefined
    // One tries again; the others do not wait with it.
    if (this.isAlone) this.pausedUntil = performance.now() + PAUSE_MS
    try {
      const turn = await within(this.patience, this.ask(keys, maxWait))
      if (this.isAlone) this.log.info('limits are counted for all again')
      this.isAlone = false
      this.pausedUntil = 0
      return turn
    } catch (error) {
      if (!this.isAlone)
        this.log.warn(
          { err: error },
          `limits are counted by this ${this.instead ? 'node' : 'process'} alone: who counts for all does not answer`,
        )
      this.isAlone = true
      this.pausedUntil = performance.now() + PAUSE_MS
      return undefined
    }
  }
}
