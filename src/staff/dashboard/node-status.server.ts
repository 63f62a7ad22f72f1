import { hostname } from 'node:os'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Bus } from '../../platform/bus/bus.server.ts'
import type { ResponseCache } from '../../platform/cache/response-cache.server.ts'
import type { Config } from '../../platform/config/config.server.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.server.ts'
import { readForum } from './figures-sql.server.ts'
import { deleteNode, writeNode } from './node-status-sql.server.ts'
import { productVersion } from './release.server.ts'

const EVERY_MS = 30_000

interface Needs {
  bus: Pick<Bus, 'lag'>
  config: Pick<Config, 'ROLE' | 'PORT'>
  db: Kysely<DB>
  log: Pick<Log, 'warn'>
  responseCache: Pick<ResponseCache, 'hits' | 'misses'>
}

/** Saves the status of this process in the database every 30 seconds. */
export class NodeStatus {
  private readonly id = newId()
  private readonly needs: Needs
  private readonly answers: LastHour<'hits' | 'misses'>
  private timer: ReturnType<typeof setInterval> | undefined
  private migration = ''
  private writing: Promise<void> = Promise.resolve()

  constructor(needs: Needs) {
    this.needs = needs
    const { hits, misses } = needs.responseCache
    this.answers = new LastHour({ hits, misses }, performance.now())
  }

  async start(): Promise<void> {
    this.migration = (await readForum(this.needs.db)).migration
    await this.write()
    this.timer = setInterval(() => void this.write(), EVERY_MS).unref()
  }

  async stop(): Promise<void> {
    if (!this.timer) return
    clearInterval(this.timer)
    await this.writing
    await deleteNode(this.needs.db, this.id).catch(() => undefined)
  }

  /** Saves the status. A failure is logged, and the next attempt follows after 30 seconds. */
  write(): Promise<void> {
    const { bus, config, db, log, responseCache } = this.needs
    const { hits, misses } = responseCache
    const lastHour = this.answers.note({ hits, misses }, performance.now())
    const status = {
      id: this.id,
      name: `${hostname().slice(0, 150)}, process ${process.pid}`,
      version: productVersion,
      role: config.ROLE,
      memory_bytes: process.memoryUsage.rss(),
      migration: this.migration,
      cache_hits: lastHour.hits,
      cache_misses: lastHour.misses,
      event_lag_ms: bus.lag ?? null,
    }
    this.writing = writeNode(db, status).catch((error: unknown) =>
      log.warn({ err: error }, 'the status of this node could not be saved'),
    )
    return this.writing
  }
}

const HOUR_MS = 3_600_000

export class LastHour<Name extends string> {
  private readonly moments: { at: number; counts: Record<Name, number> }[]

  /** @param now milliseconds of a monotonic clock */
  constructor(counts: Record<Name, number>, now: number) {
    this.moments = [{ at: now, counts }]
  }

  note(counts: Record<Name, number>, now: number): Record<Name, number> {
    this.moments.push({ at: now, counts })
    while (this.moments[1] && now - this.moments[1].at >= HOUR_MS) this.moments.shift()
    const before = this.moments[0]?.counts ?? counts
    const grown = Object.keys(counts).map((name) => [name, counts[name as Name] - before[name as Name]])
    return Object.fromEntries(grown) as Record<Name, number>
  }
}
