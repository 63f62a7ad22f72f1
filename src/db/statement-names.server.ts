import { LRUCache } from 'lru-cache'

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
