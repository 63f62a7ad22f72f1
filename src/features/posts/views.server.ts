import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { DB } from '../../db/types.ts'
import { addViews } from './sql.server.ts'

/** One statement a second for all views, not one for each: a post that everybody reads is one row. */
const FLUSH_MS = 1000

/**
 * Gathers the views that this node counts. What is gathered when the process is killed is lost: a second of views,
 * which nobody was promised. `stop` writes the rest.
 */
export class ViewCounter {
  private gathered = new Map<string, number>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly db: Kysely<DB>
  private readonly log: Logger

  constructor(db: Kysely<DB>, log: Logger) {
    this.db = db
    this.log = log
  }

  count(postId: string): void {
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
