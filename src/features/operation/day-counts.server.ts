import type { Kysely } from 'kysely'
import type { Services } from '../../api/core/context.server.ts'
import type { DB } from '../../db/types.ts'
import type { CachedResponse } from '../../platform/cached-response.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { type Deliver, RecipientRefused } from '../../platform/mail.server.ts'
import { addCounts, type CountOfDay } from './day-counts-sql.server.ts'
import type { DayCount } from './policy.ts'

const FLUSH_MS = 60_000
const DAY_MS = 86_400_000

declare module '../../api/core/context.server.ts' {
  interface Services {
    dayCounts: DayCounts
  }
}

/**
 * Counts events of this node by day (UTC) and adds them to the database every minute. No personal data. A
 * killed process loses a minute.
 */
export class DayCounts {
  /** By day since 1970. */
  private gathered = new Map<number, Map<DayCount, number>>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly db: Kysely<DB>
  private readonly log: Pick<Log, 'warn'>
  private readonly clock: () => number

  /** @param clock milliseconds since 1970 */
  constructor(db: Kysely<DB>, log: Pick<Log, 'warn'>, clock = Date.now) {
    this.db = db
    this.log = log
    this.clock = clock
  }

  add(kind: DayCount): void {
    const day = Math.floor(this.clock() / DAY_MS)
    const counts = this.gathered.get(day) ?? new Map<DayCount, number>()
    this.gathered.set(day, counts.set(kind, (counts.get(kind) ?? 0) + 1))
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }

  /** If the database is away, the counts are kept. */
  async flush(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    const counts = this.take()
    if (counts.length === 0) return
    try {
      await addCounts(this.db, counts)
    } catch (error) {
      this.log.warn({ err: error }, 'the counts of the day are not written yet')
      for (const { day, kind, count } of counts) this.giveBack(day, kind, count)
      this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
    }
  }

  async stop(): Promise<void> {
    await this.flush()
    clearTimeout(this.timer)
  }

  private take(): CountOfDay[] {
    const gathered = this.gathered
    this.gathered = new Map()
    return [...gathered].flatMap(([day, counts]) =>
      [...counts].map(([kind, count]) => ({ day: dateOf(day), kind, count })),
    )
  }

  private giveBack(date: string, kind: DayCount, count: number): void {
    const day = Date.parse(date) / DAY_MS
    const counts = this.gathered.get(day) ?? new Map<DayCount, number>()
    this.gathered.set(day, counts.set(kind, (counts.get(kind) ?? 0) + count))
  }
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** Counts delivered and refused mails. */
export function countingMails(dayCounts: Pick<DayCounts, 'add'>, deliver: Deliver): Deliver {
  return async (message) => {
    try {
      await deliver(message)
    } catch (error) {
      if (error instanceof RecipientRefused) dayCounts.add('mails_refused')
      throw error
    }
    dayCounts.add('mails_sent')
  }
}

/**
 * Counts a page view if a page is sent, whoever requests it, except for prefetches. Runs for each response of
 * the page cache.
 */
export function respondCounting(
  { dayCounts }: Pick<Services, 'dayCounts'>,
  answer: CachedResponse,
  request: Request,
): Response | Promise<Response> {
  const isSent = request.method === 'GET' && answer.status === 200
  const isView = isSent && answer.isPage && !request.headers.has('sec-purpose')
  if (isView) dayCounts.add('page_views')
  return answer.respond(request)
}
