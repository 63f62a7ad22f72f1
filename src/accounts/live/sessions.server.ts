import { type Kysely, sql } from 'kysely'
import type { Services } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'
import type { Stream } from '../../platform/bus/live.server.ts'
import { SESSIONS_CHANNEL } from '../session/session-cache.server.ts'

/** Milliseconds for which session changes are collected, so that one query checks them all. */
const GATHER_MS = 300
/** Milliseconds between checks of all open streams' sessions. Expiry publishes no message, and the bus may be down. */
const LOOK_EVERY_MS = 60_000

export class StreamSessions {
  private readonly services: Pick<Services, 'db' | 'bus' | 'log'>
  private readonly streams = new Map<Stream, string>()
  private gathering = false
  private clock: NodeJS.Timeout | undefined

  constructor(services: Pick<Services, 'db' | 'bus' | 'log'>) {
    this.services = services
    services.bus.subscribe(SESSIONS_CHANNEL, () => this.lookSoon())
    services.bus.onGap(() => this.lookSoon())
  }

  watch(stream: Stream, sessionId: string): void {
    this.streams.set(stream, sessionId)
    this.clock ??= setInterval(() => this.look(), LOOK_EVERY_MS).unref()
    void stream.ended.then(() => {
      this.streams.delete(stream)
      if (this.streams.size > 0) return
      clearInterval(this.clock)
      this.clock = undefined
    })
  }

  private lookSoon() {
    if (this.gathering || this.streams.size === 0) return
    this.gathering = true
    setTimeout(() => {
      this.gathering = false
      void this.look()
    }, GATHER_MS).unref()
  }

  private async look() {
    const watched = [...this.streams]
    try {
      const living = await livingSessions(this.services.db, [...new Set(watched.map(([, id]) => id))])
      for (const [stream, id] of watched) if (!living.has(id)) stream.end()
    } catch (error) {
      this.services.log.warn({ err: error }, 'the sessions of open streams could not be checked')
    }
  }
}

async function livingSessions(db: Kysely<DB>, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from sessions where id = any(${ids}::uuid[]) and expires_at > now()`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
