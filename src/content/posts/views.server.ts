import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { authSecret } from '../../accounts/verification/secrets.server.ts'
import type { DB } from '../../db/types.ts'
import type { Config } from '../../platform/config/config.server.ts'
import { addressGroup } from '../../platform/http/address.server.ts'
import { addViews } from './sql.server.ts'

/** Interval in milliseconds between writes, which combine views because many update the same post's row. */
const FLUSH_MS = 1000

/** Maximum number of visitors per minute that one address can add to a post by naming different browsers. */
const VISITORS_A_MINUTE = 10
/** Maximum number of remembered pairs of reader and post, which take about 15 MB. */
const READERS = 100_000

type Reader = { id: string } | { address: string; userAgent?: string | undefined }

interface Clock {
  /** Monotonic time in milliseconds. */
  now(): number
  /** The day in UTC, such as "2026-11-27". */
  today(): string
}

const CLOCK: Clock = { now: () => performance.now(), today: () => new Date().toISOString().slice(0, 10) }

/**
 * Counts each visitor of a post once a day (UTC), on all nodes. Collects views in memory and saves them every second.
 * A killed process loses one second at most.
 *
 * A visitor is a member, or a network address with a browser. Only an HMAC of them is stored, whose key depends on the
 * day. Jobs delete it after the day.
 */
export class ViewCounter {
  private gathered = new Map<string, string>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly db: Kysely<DB>
  private readonly log: Logger
  private readonly config: Pick<Config, 'AUTH_SECRET'>
  private readonly clock: Clock
  /** Visitors that this node has counted. Spares most repeated views a statement. */
  private readonly seen = new LRUCache<string, true>({ max: READERS })
  private readonly fromAddress: LRUCache<string, { count: number }>

  constructor(db: Kysely<DB>, log: Logger, config: Pick<Config, 'AUTH_SECRET'>, clock = CLOCK) {
    this.db = db
    this.log = log
    this.config = config
    this.clock = clock
    this.fromAddress = new LRUCache({ max: READERS, ttl: 60_000, ttlResolution: 0, perf: clock })
  }

  /** Counts a view. Returns false if this node has counted the visitor today, or too many from the address. */
  count(postId: string, reader: Reader): boolean {
    const visitor = this.visitorOf(postId, reader)
    if (this.seen.has(visitor) || this.gathered.size >= READERS) return false
    if (!('id' in reader) && !this.admits(`${postId} ${addressGroup(reader.address)}`)) return false
    this.seen.set(visitor, true)
    this.gather(visitor, postId)
    return true
  }

  private visitorOf(postId: string, reader: Reader): string {
    const key = createHmac('sha256', authSecret(this.config)).update(`views ${this.clock.today()}`).digest()
    const who = 'id' in reader ? [reader.id] : [addressGroup(reader.address), reader.userAgent ?? '']
    return createHmac('sha256', key)
      .update(JSON.stringify([postId, ...who]))
      .digest('hex')
      .slice(0, 32)
  }

  private admits(address: string): boolean {
    const visitors = this.fromAddress.get(address) ?? { count: 0 }
    if (visitors.count === VISITORS_A_MINUTE) return false
    if (visitors.count === 0) this.fromAddress.set(address, visitors)
    visitors.count++
    return true
  }

  private gather(visitor: string, postId: string): void {
    this.gathered.set(visitor, postId)
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
      await addViews(this.db, this.clock.today(), views)
    } catch (error) {
      this.log.warn({ err: error }, 'post views could not be saved and will be retried')
      for (const [visitor, postId] of views) this.gather(visitor, postId)
    }
  }

  async stop(): Promise<void> {
    await this.flush()
    clearTimeout(this.timer)
  }
}
