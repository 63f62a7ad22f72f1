import type { Log } from '../platform/log.server.ts'
import type { WritePosition } from '../platform/write-position.ts'
import { HeardPosition } from './heard-position.server.ts'
import {
  type Asked,
  askCopy,
  askPrimary,
  positionNumber,
  type Replayed,
  type Written,
} from './write-log.server.ts'

/** Milliseconds that all reads of a page wait for the copy to have what was written; after that they ask the primary. */
export const REPLICA_PATIENCE_MS = 200
/** Milliseconds between two looks at the copy while somebody waits for it, and while nobody does. */
const LOOK_WAITED_MS = 10
const LOOK_MS = 1000
/** Milliseconds after which a server that says nothing is taken for away. */
const PRIMARY_TIMEOUT_MS = 2000
const COPY_TIMEOUT_MS = 1000

export interface ReplicaOptions {
  /** Seconds that the copy may be behind before it is left out. */
  maxLag: number
  log: Pick<Log, 'warn' | 'info'>
}

interface Servers {
  primary: Asked<Written>
  copy: Asked<Replayed>
}

/** By their addresses. */
export function replicaOf(primary: string, copy: string, options: ReplicaOptions): Replica {
  return new Replica(options, {
    primary: askPrimary(primary, PRIMARY_TIMEOUT_MS),
    copy: askCopy(copy, COPY_TIMEOUT_MS),
  })
}

/** How far a copy of the database is, and whether what is read from it would be as new as what this node has heard of. */
export class Replica implements WritePosition {
  /** Reads that were answered by the primary, as the copy was not as far, or had no connection free, within the time. */
  late = 0
  /** Reads that it answered, or was asked first. */
  reads = 0
  /** Seconds since the oldest thing was written that the copy does not have; 0 when it has all. */
  lag = 0
  /** Why it is left out; undefined when it is not. */
  absence: string | undefined = 'nobody has looked yet'
  private readonly options: ReplicaOptions
  private readonly servers: Servers
  private readonly heard: HeardPosition
  private replayed = 0n
  /** By `performance.now()`: somebody has waited in vain, and until then nobody else does. */
  private hopelessUntil = 0
  private readonly written: { time: number; position: bigint }[] = []
  private readonly readers = new Set<() => void>()
  private looking: Promise<void> | undefined
  private isStopped = false

  constructor(options: ReplicaOptions, servers: Servers) {
    this.options = options
    this.servers = servers
    this.heard = new HeardPosition(servers.primary)
  }

  /** Looks at the copy from now on. */
  async start(): Promise<void> {
    await this.measure()
    void this.keepMeasuring()
  }

  async stop(): Promise<void> {
    this.isStopped = true
    await Promise.all([this.servers.primary.end(), this.servers.copy.end()])
  }

  expect(): void {
    this.heard.expect()
  }

  read(): Promise<string | undefined> {
    return this.heard.read()
  }

  hear(position: string | undefined): void {
    this.heard.hear(position)
  }

  /**
   * Whether it may be asked now. Waits a moment for what was written just now.
   * @param until by `performance.now()`: when who asks has waited long enough, for this and for all before it
   */
  async isCurrent(until = performance.now() + REPLICA_PATIENCE_MS): Promise<boolean> {
    const began = performance.now()
    const left = () => until - performance.now()
    while (this.absence === undefined && !this.hasAll()) {
      if (this.isHopeless()) break
      if (left() <= 0) {
        // Whoever had hardly any time left knows nothing of the copy.
        if (performance.now() - began > REPLICA_PATIENCE_MS / 2) this.hopelessUntil = began + LOOK_MS
        break
      }
      await Promise.race([this.look(), sleep(left())])
      if (!this.hasAll()) await sleep(Math.max(0, Math.min(LOOK_WAITED_MS, left())))
    }
    if (this.absence !== undefined) return false
    if (!this.hasAll()) this.late++
    return this.hasAll()
  }

  /** It did not answer a read: it is left out until it answers again. */
  fail(reason: string): void {
    this.setAbsence(reason)
  }

  /** Calls `leave` once it says nothing any more: what it was asked would hang. To be taken back by calling what this gives. */
  whenSilent(leave: () => void): () => void {
    this.readers.add(leave)
    return () => this.readers.delete(leave)
  }

  private hasAll(): boolean {
    return this.heard.isKnown && this.replayed >= this.heard.wanted
  }

  private isHopeless(): boolean {
    return performance.now() < this.hopelessUntil || this.lag * 1000 > REPLICA_PATIENCE_MS
  }

  private async keepMeasuring(): Promise<void> {
    while (!this.isStopped) {
      await sleep(LOOK_MS)
      if (!this.isStopped) await this.measure()
    }
  }

  /** How far behind it is, by what was written when. */
  private async measure(): Promise<void> {
    const time = performance.now()
    if (await this.heard.read()) this.noteWritten(time, this.heard.flushed)
    await this.look()
    while (this.written[0] && this.written[0].position <= this.replayed) this.written.shift()
    this.lag = this.written[0] ? (performance.now() - this.written[0].time) / 1000 : 0
    if (this.absence === undefined && this.lag > this.options.maxLag)
      this.setAbsence(`it is ${Math.round(this.lag)} s behind`)
  }

  private noteWritten(time: number, position: bigint): void {
    const last = this.written.at(-1)
    if (last && position < last.position) this.written.length = 0
    if (position !== last?.position) this.written.push({ time, position })
    if (this.written.length > 10_000) this.written.splice(1, 5000)
  }

  /** However many wait, one looks. */
  private look(): Promise<void> {
    this.looking ??= this.servers.copy
      .ask()
      .then(
        ({ position }) => this.note(position),
        (error: Error) => {
          this.setAbsence(error.message)
          for (const leave of this.readers) leave()
        },
      )
      .finally(() => {
        this.looking = undefined
      })
    return this.looking
  }

  private note(position: string | null): void {
    // Promoted, or another server altogether: what it says of its log means nothing here.
    if (!position) this.setAbsence('it is no copy of another server')
    else {
      this.replayed = positionNumber(position)
      const isNear = this.lag <= this.options.maxLag || this.replayed >= this.heard.wanted
      if (isNear) this.setAbsence(undefined)
    }
  }

  private setAbsence(reason: string | undefined): void {
    if ((reason === undefined) !== (this.absence === undefined)) {
      if (reason === undefined) this.options.log.info('guests read from the replica')
      else this.options.log.warn({ reason }, 'the replica is left out')
    }
    this.absence = reason
  }
}

/** Holds up the end of no process. */
function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}
