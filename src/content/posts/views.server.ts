import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { DB } from '../../db/types.ts'
import { addressGroup } from '../../platform/http/address.server.ts'
import { addViews } from './sql.server.ts'

/** Interval in milliseconds between writes, which combine views because many update the same post's row. */
const FLUSH_MS = 1000

/** Maximum number of views that one reader can add to a post per minute. No person loads it more often. */
const LOADS_A_MINUTE = 10
/** Maximum number of remembered pairs of reader and post, which take about 15 MB. */
const READERS = 100_000

/** Collects views in memory and saves them every second. A killed process loses one second at most. */
export class ViewCounter {
  private gathered = new Map<string, number>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly db: Kysely<DB>
  private readonly log: Logger
  private readonly loads: LRUCache<string, { count: number }>

  /** @param clock monotonic clock in milliseconds */
  constructor(db: Kysely<DB>, log: Logger, clock: Pick<Performance, 'now'> = performance) {
    this.db = db
    this.log = log
    this.loads = new LRUCache({ max: READERS, ttl: 60_000, ttlResolution: 0, perf: clock })
  }

  /** Counts a view, or returns false if the account or guest IP viewed the post too often in a minute. */
  count(postId: string, reader: { id: string } | { address: string }): boolean {
    const key = `${postId} ${'id' in reader ? reader.id : addressGroup(reader.address)}`
    const loads = this.loads.get(key) ?? { count: 0 }
    if (loads.count === LOADS_A_MINUTE) return false
    if (loads.count === 0) this.loads.set(key, loads)
    loads.count++
    this.gather(postId, 1)
    return true
  }

  private gather(postId: string, views: number): void {
    this.gathered.set(postId, (this.gathered.get(postId) ?? 0) + views)
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS)
  }

  /** Saves the collected views. If the database is down, saves them with the next flush. */
  async flush(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    const views = this.gathered
    this.gathered = new Map()
    if (views.size === 0) return
    try {
      await addViews(this.db, views)
    } catch (error) {
      this.log.warn({ err: error }, 'post views could not be saved and will be retried')
      for (const [id, count] of views) this.gather(id, count)
    }
  }

  async stop(): Promise<void> {
    await this.flush()
    clearTimeout(this.timer)
  }
}
