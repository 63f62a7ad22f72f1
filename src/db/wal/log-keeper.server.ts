import type { Config } from '../../platform/config.server.ts'
import type { Log } from '../../platform/log.server.ts'
import type { BackupStore } from '../backup/backup-store.server.ts'
import { type Base, beganAt, listBases, removeOld } from './bases.server.ts'
import { clusterIdentifier, noteCluster, openLogStore } from './log-store.server.ts'
import { makeBase } from './make-base.server.ts'
import { gapAfter, isSegment, numberOf, timelineOf } from './segments.ts'
import { shipHistories, shipLog } from './ship.server.ts'

/** Milliseconds. */
const BASE_EVERY = 7 * 24 * 60 * 60 * 1000
/** Milliseconds after which a base that failed is tried again: it reads every file of the database. */
const BASE_AGAIN = 60 * 60 * 1000

/** Keeps the log of a cluster where it can be gone back by. */
export class LogKeeper {
  private readonly config: Config
  private readonly cluster: string
  private readonly log: Log
  private store: BackupStore | undefined
  private newest: Base | undefined
  /** Shipped since the newest base was begun. */
  private segments: string[] = []
  private isBusy = false
  private baseAgainAt = 0
  /** By `performance.now()`. */
  private keptAt = performance.now()

  constructor(config: Config, cluster: string, log: Log) {
    this.config = config
    this.cluster = cluster
    this.log = log
  }

  /** Ships what there is, and makes a base where one is due. Does nothing while another call is at it. Rejects with what went wrong. */
  async keep(): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    try {
      this.store ??= await this.open()
      this.segments.push(...(await shipLog(this.cluster, this.store)).filter(isSegment))
      if (this.isBaseDue() && performance.now() >= this.baseAgainAt) await this.makeBase(this.store)
      if (!this.isBaseDue()) this.keptAt = performance.now()
    } catch (error) {
      this.log.error({ err: error }, 'the log of the database could not be kept')
      throw error
    } finally {
      this.isBusy = false
    }
  }

  /** Seconds since all was as it should be, or since the start. */
  age(): number {
    return (performance.now() - this.keptAt) / 1000
  }

  private async open(): Promise<BackupStore> {
    const identifier = await clusterIdentifier(this.cluster)
    if (!identifier) throw new Error(`${this.cluster} is no database of PostgreSQL.`)
    await noteCluster(this.config, identifier)
    const store = openLogStore(this.config, identifier)
    this.newest = (await listBases(store)).at(-1)
    const names = await store.names()
    await shipHistories(this.cluster, store, names)
    this.segments = names.flatMap((name) => /^(\w{24})\.zst$/.exec(name)?.[1] ?? []).filter(isSegment)
    return store
  }

  /** Once a week, and at once where what was shipped does not lead on from the newest: after a gap, and after a recovery. */
  private isBaseDue(): boolean {
    if (!this.newest) return true
    if (Date.now() - (beganAt(this.newest)?.getTime() ?? 0) >= BASE_EVERY) return true
    const { first_segment } = this.newest
    const [first, timeline] = [numberOf(first_segment), timelineOf(first_segment)]
    const since = this.segments.filter((segment) => numberOf(segment) >= first)
    if (since.some((segment) => timelineOf(segment) > timeline)) return true
    return gapAfter(first, since) !== undefined
  }

  private async makeBase(store: BackupStore): Promise<void> {
    this.baseAgainAt = performance.now() + BASE_AGAIN
    this.newest = await makeBase(this.config.DATABASE_DIRECT_URL, this.cluster, store)
    this.baseAgainAt = 0
    const first = numberOf(this.newest.first_segment)
    this.segments = this.segments.filter((segment) => numberOf(segment) >= first)
    this.log.info({ name: this.newest.name, removed: await removeOld(store) }, 'base made')
  }
}
