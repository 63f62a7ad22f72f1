/** How often a statement was run by this process, and how long it took, in milliseconds. */
export interface StatementTime {
  statement: string
  calls: number
  total: number
  max: number
}

/** Statements that are counted: the forum has some hundreds; lists of several lengths are several. */
const MOST = 2000

/**
 * What each statement took, from its being sent to its answer. Values are never in a statement's text: they are sent beside it.
 * A map holds its keys in the order in which they came, so that once it is full the oldest makes room.
 */
class StatementTimes {
  private readonly times = new Map<string, StatementTime>()

  note(statement: string, ms: number): void {
    const time = this.times.get(statement)
    if (time) {
      time.calls++
      time.total += ms
      if (ms > time.max) time.max = ms
      return
    }
    if (this.times.size === MOST) this.times.delete(this.times.keys().next().value as string)
    this.times.set(statement, { statement, calls: 1, total: ms, max: ms })
  }

  /** Those that took longest in all. */
  slowest(count: number): StatementTime[] {
    return [...this.times.values()].sort((one, other) => other.total - one.total).slice(0, count)
  }
}

/** Of all connections of this process. */
export const statementTimes = new StatementTimes()
