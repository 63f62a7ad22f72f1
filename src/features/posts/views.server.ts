import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { DB } from '../../db/types.ts'
import { addressGroup } from '../../platform/address.server.ts'
import { addViews } from './sql.server.ts'

/** One statement a second for all views, not one for each: a post that everybody reads is one row. */
const FLUSH_MS = 1000

/** Of one post by one person a minute: nobody who reads loads it more often. The rest is no load, and does not count. */
const LOADS_A_MINUTE = 10
/** People and their posts that are remembered for a minute: some 15 MB; beyond it the oldest are forgotten. */
const READERS = 100_000

/** Who reads: an account, or without one an address, which a household shares. */
export type Reader = { id: string } | { address: string }

declare module '../../api/core/context.server.ts' {
  interface Services {
    views: ViewCounter
  }
}

/**
 * Gathers the views that this node counts. What is gathered when the process is killed is lost: a second of views,
 * which nobody was promised. `stop` writes the rest.
 */
export class ViewCounter {
  private gathered = new Map<string, number>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly db: Kysely<DB>
  private readonly log: Logger
  private readonly loads: LRUCache<string, { count: number }>

  /** @param clock milliseconds; one that is never set back */
  constructor(db: Kysely<DB>, log: Logger, clock: Pick<Performance, 'now'> = performance) {
    this.db = db
    this.log = log
    this.loads = new LRUCache({ max: READERS, ttl: 60_000, ttlResolution: 0, perf: clock })
  }

  /** Whether it counts: false for a reader who has loaded the post too often within the minute. */
  count(postId: string, reader: Reader): boolean {
    const key = `${postId} ${'id' in reader ? reader.id : addressGroup(reader.address)}`
    const loads = this.loads.get(key) ?? { count: 0 }
    if (loads.count === LOADS_A_MINUTE) return false
    if (loads.count === 0) this.loads.set(key, loads)
    loads.count++
    this.gather(postId)
    return true
  }

  private gather(postId: string): void {
    this.gathered.set(postId, (this.gathered.get(postId) ?? 0) + 1)
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS)
  }

  /** Writes what is gathered. While the database is away it is kept for the next time. */
  async flush(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    const views = this.gathered
    this.gathered = new Map()
    if (views.size === 0) return
    try {
      await addViews(this.db, views)
    } catch (error) {
      this.log.warn({ err: error }, 'views are not written yet')
      for (const [id, n] of views) this.gathered.set(id, (this.gathered.get(id) ?? 0) + n)
      this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS)
    }
  }

  async stop(): Promise<void> {
    await this.flush()
    clearTimeout(this.timer)
  }
}
