import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { CachedResponse } from '../../platform/cache/cached-response.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { type MailDelivery, RecipientRefusedError } from '../../platform/mail/mail.server.ts'
import { addCounts, type DayCountRow } from './day-counts-sql.server.ts'
import type { DayCount } from './policy.ts'

const FLUSH_MS = 60_000

/** Counts events per UTC day without personal data. Saved every minute, so a crash loses a minute at most. */
export class DayCounts {
  private readonly gathered = new Map<string, DayCountRow>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly db: Kysely<DB>
  private readonly log: Pick<Log, 'warn'>
  private readonly clock: () => number

  /** @param clock returns the current time in milliseconds since 1970 */
  constructor(db: Kysely<DB>, log: Pick<Log, 'warn'>, clock = Date.now) {
    this.db = db
    this.log = log
    this.clock = clock
  }

  add(kind: DayCount): void {
    this.gather({ day: new Date(this.clock()).toISOString().slice(0, 10), kind, count: 1 })
  }

  /** Saves the counts. If the database is down, they are retained and saved later. */
  async flush(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    const counts = [...this.gathered.values()]
    this.gathered.clear()
    if (counts.length === 0) return
    try {
      await addCounts(this.db, counts)
    } catch (error) {
      this.log.warn({ err: error }, 'the daily counts could not be saved and will be retried')
      for (const each of counts) this.gather(each)
    }
  }

  async stop(): Promise<void> {
    await this.flush()
    clearTimeout(this.timer)
  }

  private gather(added: DayCountRow): void {
    const key = `${added.day} ${added.kind}`
    const count = (this.gathered.get(key)?.count ?? 0) + added.count
    this.gathered.set(key, { ...added, count })
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }
}

export function withMailCount(dayCounts: Pick<DayCounts, 'add'>, deliver: MailDelivery): MailDelivery {
  return async (message) => {
    try {
      await deliver(message)
    } catch (error) {
      if (error instanceof RecipientRefusedError) dayCounts.add('mails_refused')
      throw error
    }
    dayCounts.add('mails_sent')
  }
}

/** Sends a response from the page cache, and counts it as a page view unless it is a prefetch. */
export function respondAndCountView(
  { dayCounts }: { dayCounts: DayCounts },
  answer: CachedResponse,
  request: Request,
): Response | Promise<Response> {
  const isSent = request.method === 'GET' && answer.status === 200
  const isView = isSent && answer.isPage && !request.headers.has('sec-purpose')
  if (isView) dayCounts.add('page_views')
  return answer.respond(request)
}
