import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../platform/log.server.ts'
import type { WritePosition } from '../platform/write-position.ts'

/** Milliseconds that a read waits for the copy to have what was written; after that it asks the primary. */
const PATIENCE_MS = 200
/** Milliseconds between two looks at the copy while somebody waits for it, and while nobody does. */
const LOOK_WAITED_MS = 10
const LOOK_MS = 1000
/** Milliseconds after which a server that says nothing is taken for away. */
const TIMEOUT_MS = 2000

export interface ReplicaOptions {
  /** Addresses of the primary and of its copy. */
  primary: string
  replica: string
  /** Seconds that the copy may be behind before it is left out. */
  maxLag: number
  log: Pick<Log, 'warn' | 'info'>
}

/** How far a copy of the database is, and whether what is read from it would be as new as what this node has heard of. */
export class Replica implements WritePosition {
  /** Reads that were answered by the primary, as the copy was not as far within the time. */
  late = 0
  /** Reads that it answered, or was asked first. */
  reads = 0
  /** Seconds since the oldest thing was written that the copy does not have; 0 when it has all. */
  lag = 0
  /** Why it is left out; undefined when it is not. */
  absence: string | undefined = 'nobody has looked yet'
  private readonly options: ReplicaOptions
  private readonly primary: pg.Pool
  private readonly replica: pg.Pool
  private replayed = 0n
  private wanted = 0n
  /** Writes of which nobody knows yet how far they reach. */
  private unknown = 1
  /** A position for which somebody has waited in vain: nobody else does. */
  private hopeless = 0n
  private readonly written: { time: number; position: bigint }[] = []
  private looking: Promise<void> | undefined
  private isStopped = false

  constructor(options: ReplicaOptions) {
    this.options = options
    this.primary = lonePool(options.primary)
    this.replica = lonePool(options.replica)
  }

  /** Looks at the copy from now on. */
  async start(): Promise<void> {
    await this.measure()
    void this.keepMeasuring()
  }

  async stop(): Promise<void> {
    this.isStopped = true
    await Promise.all([this.primary.end(), this.replica.end()])
  }

  expect(): void {
    this.unknown++
  }

  async read(): Promise<string | undefined> {
    const { unknown } = this
    const position = await this.ask(this.primary, 'select pg_current_wal_insert_lsn() as position').catch(
      () => undefined,
    )
    if (!position) return undefined
    this.want(position.position)
    this.unknown = Math.max(0, this.unknown - unknown)
    return position.position
  }

  hear(position: string | undefined): void {
    if (position) this.want(position)
    else {
      this.unknown++
      void this.read()
    }
  }

  /** Whether it may be asked now. Waits a moment for what was written just now. */
  async isCurrent(): Promise<boolean> {
    if (this.absence !== undefined) return false
    const end = performance.now() + PATIENCE_MS
    while (!this.hasAll()) {
      if (this.absence !== undefined || this.wanted <= this.hopeless) break
      if (performance.now() >= end) {
        this.hopeless = this.wanted
        break
      }
      await this.look()
      if (!this.hasAll()) await sleep(LOOK_WAITED_MS)
    }
    if (!this.hasAll()) this.late++
    return this.hasAll()
  }

  /** It did not answer a read: it is left out until it answers again. */
  fail(reason: string): void {
    this.setAbsence(reason)
  }

  private hasAll(): boolean {
    return this.unknown === 0 && this.replayed >= this.wanted
  }

  private want(position: string): void {
    const number = numberOf(position)
    if (number > this.wanted) this.wanted = number
  }

  private async keepMeasuring(): Promise<void> {
    while (!this.isStopped) {
      await sleep(LOOK_MS, undefined, { ref: false })
      if (!this.isStopped) await this.measure()
    }
  }

  /** How far behind it is, by what was written when. */
  private async measure(): Promise<void> {
    const time = performance.now()
    const position = await this.read()
    if (position) this.written.push({ time, position: numberOf(position) })
    await this.look()
    while (this.written[0] && this.written[0].position <= this.replayed) this.written.shift()
    this.lag = this.written[0] ? (performance.now() - this.written[0].time) / 1000 : 0
    if (this.written.length > 10_000) this.written.splice(1, 5000)
    if (this.absence === undefined && this.lag > this.options.maxLag)
      this.setAbsence(`it is ${Math.round(this.lag)} s behind`)
  }

  /** However many wait, one looks. */
  private look(): Promise<void> {
    this.looking ??= this.ask(this.replica, STATE)
      .then(
        (state) => this.note(state),
        (error: Error) => this.setAbsence(error.message),
      )
      .finally(() => {
        this.looking = undefined
      })
    return this.looking
  }

  private note({ position, is_copy }: { position: string | null; is_copy: boolean }): void {
    // Promoted, or another server altogether: what it says of its log means nothing here.
    if (is_copy && position) {
      this.replayed = numberOf(position)
      const isNear = this.lag <= this.options.maxLag || this.replayed >= this.wanted
      if (isNear) this.setAbsence(undefined)
    } else this.setAbsence('it is no copy of another server')
  }

  private setAbsence(reason: string | undefined): void {
    if ((reason === undefined) !== (this.absence === undefined)) {
      if (reason === undefined) this.options.log.info('guests read from the replica')
      else this.options.log.warn({ reason }, 'the replica is left out')
    }
    this.absence = reason
  }

  private async ask(pool: pg.Pool, statement: string) {
    const { rows } = await pool.query(statement)
    return rows[0]
  }
}

const STATE = 'select pg_last_wal_replay_lsn() as position, pg_is_in_recovery() as is_copy'

/** A connection of its own: none of those that readers may have taken. */
function lonePool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'threshold replica',
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** `16/B374D848` as a number that can be compared. */
function numberOf(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
