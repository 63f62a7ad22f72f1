import { LRUCache } from 'lru-cache'

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

/** What may have quotes or digits in it that mean something else there, so that one pass has to know all of it. */
const TOKENS = new RegExp(
  [
    // Nested ones are legal: whatever follows one that has another in it goes too.
    String.raw`(?<comment>--[^\n]*|/\*(?:(?!/\*|\*/)[\s\S])*\*/|/\*[\s\S]*$)`,
    `(?<name>"(?:[^"]|"")*"?)`,
    String.raw`(?<escaped>(?<!\w)[eE]'(?:[^'\\]|''|\\[\s\S])*(?:'|\\?$))`,
    `(?<string>'(?:[^']|'')*(?:'|$))`,
    String.raw`(?<dollar>(?<!\w)\$(?<tag>(?:[A-Za-z_]\w*)?)\$[\s\S]*?(?:\$\k<tag>\$|$))`,
    String.raw`(?<number>(?<!\w)\$\d+|(?<![\w.])(?:0[xXoObB][\da-fA-F_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?))`,
  ].join('|'),
  'g',
)

/**
 * A statement without values, so that nothing of anybody is in it: most are sent beside it, but an export names its member, and whoever
 * typed one at the database's own prompt may have written anything. Runs of values become one, so that lists of several lengths are
 * one statement.
 */
export function scrubStatement(text: string): string {
  return text
    .replace(TOKENS, (token, ...rest) => {
      const { comment, name, number } = rest.at(-1) as Record<string, string | undefined>
      if (comment !== undefined) return ' '
      if (name !== undefined) return token
      return number === undefined ? "'…'" : '?'
    })
    .replace(/\?(?:\s*,\s*\?)+/g, '?, …')
    .replace(/\((\?(?:, …)?)\)(?:\s*,\s*\(\?(?:, …)?\))+/g, '($1), …')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 2000)
}

/**
 * Names for SQL texts that come back often. PostgreSQL keeps a named statement, with its plan, for as long as the
 * connection lives, so there is a limit and no eviction: the first to be hot keep their names, and whatever comes
 * after (long lists of ids, say) is planned each time, as without a name.
 */
export class StatementNames {
  private readonly names = new Map<string, string>()
  private readonly seen = new LRUCache<string, number>({ max: 1000 })
  private readonly limit: number
  private generation = 0

  /** At most `limit` names: a plan is some 50 KB of the server's memory, on each connection. */
  constructor(limit = 300) {
    this.limit = limit
  }

  /** The name for a text, from its third time on. */
  nameOf(text: string): string | undefined {
    const name = this.names.get(text)
    if (name || this.names.size >= this.limit) return name
    const times = (this.seen.get(text) ?? 0) + 1
    if (times < 3) this.seen.set(text, times)
    else this.names.set(text, `t${this.generation}_${this.names.size}`)
    return this.names.get(text)
  }

  /** Forgets all names; new ones differ from the old. */
  renew(): void {
    this.generation++
    this.names.clear()
  }
}
