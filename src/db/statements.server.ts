import { LRUCache } from 'lru-cache'

export interface StatementTime {
  statement: string
  calls: number
  total: number
  max: number
}

const MOST = 2000
const MOST_TEXTS = 2000

/** Durations of statements by text without values. When full, drops the one with the least total time. */
export class StatementTimes {
  private readonly times = new Map<string, StatementTime>()
  private readonly scrubbed = new LRUCache<string, string>({ max: MOST_TEXTS })
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

  slowest(count: number): StatementTime[] {
    return [...this.times.values()].sort((one, other) => other.total - one.total).slice(0, count)
  }

  private scrub(text: string): string {
    const statement = this.scrubbed.get(text) ?? scrubStatement(text)
    this.scrubbed.set(text, statement)
    return statement
  }

  private makeRoom(): void {
    const all = [...this.times.values()]
    const least = all.reduce((one, other) => (other.total < one.total ? other : one))
    this.times.delete(least.statement)
  }
}

export const statementTimes = new StatementTimes()

/** Matches tokens, because quotes and digits mean something else inside comments, names and strings. */
const TOKENS = new RegExp(
  [
    // Comments can be nested. Everything after the start of a nested comment is removed.
    String.raw`(?<comment>--[^\n]*|/\*(?:(?!/\*|\*/)[\s\S])*\*/|/\*[\s\S]*$)`,
    `(?<name>"(?:[^"]|"")*"?)`,
    String.raw`(?<escaped>(?<!\w)[eE]'(?:[^'\\]|''|\\[\s\S])*(?:'|\\?$))`,
    `(?<string>'(?:[^']|'')*(?:'|$))`,
    String.raw`(?<dollar>(?<!\w)\$(?<tag>(?:[A-Za-z_]\w*)?)\$[\s\S]*?(?:\$\k<tag>\$|$))`,
    String.raw`(?<number>(?<!\w)\$\d+|(?<![\w.])(?:0[xXoObB][\da-fA-F_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?))`,
  ].join('|'),
  'g',
)

/** Removes values, which may be personal data. Merges lists, so that their length does not matter. */
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

/** Names the first frequent statements. PostgreSQL stores a named statement's plan on each connection. */
export class StatementNames {
  private readonly names = new Map<string, string>()
  private readonly seen = new LRUCache<string, number>({ max: 1000 })
  private readonly limit: number
  private generation = 0

  /** @param limit maximum number of names, because each plan takes 50 KB on each connection */
  constructor(limit = 300) {
    this.limit = limit
  }

  /** Returns a name for the statement from its third call on. */
  nameOf(text: string): string | undefined {
    const name = this.names.get(text)
    if (name || this.names.size >= this.limit) return name
    const times = (this.seen.get(text) ?? 0) + 1
    if (times < 3) this.seen.set(text, times)
    else this.names.set(text, `t${this.generation}_${this.names.size}`)
    return this.names.get(text)
  }

  renew(): void {
    this.generation++
    this.names.clear()
  }
}
