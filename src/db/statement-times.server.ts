import { scrubStatement } from './scrub-statement.ts'

/** How often a statement was run, and how long it took, in milliseconds. */
export interface StatementTime {
  /** Without values. */
  statement: string
  calls: number
  total: number
  max: number
}

/** Statements that are counted: the forum has some hundreds. */
const MOST = 2000
/** Texts whose scrubbed form is remembered: lists of several lengths have several, and an export's are used once. */
const MOST_TEXTS = 2000

/**
 * What each statement took, from its being sent to its answer, under its text without values. Once all places are taken the one that
 * took least in all makes room, so that what is run often keeps its count.
 */
export class StatementTimes {
  private readonly times = new Map<string, StatementTime>()
  /** In the order in which they came. */
  private readonly scrubbed = new Map<string, string>()
  private readonly most: number

  constructor(most = MOST) {
    this.most = most
  }

  note(text: string, ms: number): void {
    const statement = this.scrub(text)
    const time = this.times.get(statement)
    if (time) {
      time.calls++
      time.total += ms
      if (ms > time.max) time.max = ms
      return
    }
    if (this.times.size === this.most) this.makeRoom()
    this.times.set(statement, { statement, calls: 1, total: ms, max: ms })
  }

  /** Those that took longest in all. */
  slowest(count: number): StatementTime[] {
    return [...this.times.values()].sort((one, other) => other.total - one.total).slice(0, count)
  }

  private scrub(text: string): string {
    const known = this.scrubbed.get(text)
    if (known !== undefined) return known
    const statement = scrubStatement(text)
    if (this.scrubbed.size === MOST_TEXTS) this.scrubbed.delete(this.scrubbed.keys().next().value as string)
    this.scrubbed.set(text, statement)
    return statement
  }

  private makeRoom(): void {
    const all = [...this.times.values()]
    const least = all.reduce((one, other) => (other.total < one.total ? other : one))
    this.times.delete(least.statement)
  }
}

/** Of all connections of this process. */
export const statementTimes = new StatementTimes()
