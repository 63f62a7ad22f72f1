import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { embeddedUrl } from '../platform/files/data-folder.server.ts'
import {
  type Cluster,
  describeRecovery,
  logSize,
  logTail,
  prepareCluster,
  spawnServer,
} from './cluster.server.ts'
import { DatabaseError } from './database-error.ts'
import {
  clearStaleLocks,
  createForumDatabase,
  findLockHolder,
  LOCK,
  stopPostmaster,
} from './postmaster.server.ts'

/** A running embedded server. `stop` does nothing if another process owns it. */
export type EmbeddedDatabase = { url: string; stop(): Promise<void> }

export type EmbeddedOptions = {
  /** Whether to use the server of a running forum instead of failing. For short commands. */
  shared?: boolean
  settings?: Record<string, string>
  /** Maximum number of attempts to start the server. Defaults to 20. */
  tries?: number
  /** Called if the server has ended and cannot be restarted, or if another process has taken it over. */
  onLost?: (error: Error) => void
  report?: (what: string) => void
}

/**
 * Starts PostgreSQL on a data folder, or adopts the server that a killed forum left running. An advisory lock
 * ensures that the server has only one owner. Restarts the server if it ends unexpectedly. Throws
 * DatabaseError after two minutes, or if another process owns the server and `shared` is false.
 */
export async function startEmbedded(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  if (process.platform === 'win32')
    throw new DatabaseError('On Windows set DATABASE_URL to a PostgreSQL 15 or newer.')
  const cluster = await prepareCluster(dataDir)
  const keeper = new Keeper(cluster, options)
  const url = embeddedUrl(dataDir)
  if (await keeper.begin(STOP_WAIT_MS)) return { url, stop: () => keeper.stop() }
  if (options.shared) return { url, stop: async () => undefined }
  throw new DatabaseError(
    `Another Threshold is already running on ${dataDir} (${keeper.holder}). Stop it, or set DATA_DIR to another folder.`,
  )
}

const TRIES = 20
const STOP_WAIT_MS = 3000 // ms for a stopping forum to release the server
const ROOM_WAIT = 1000 // ms between attempts while the disk is full
const RECOVERY = 120_000 // ms for the server to start; after a crash it replays its log
const ABSENT = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'])
/** Matches the messages of ENOSPC and EDQUOT with LC_ALL=C. */
const DISK_FULL = /No space left on device|Disk quota exceeded/
const MISSING_DATABASE = '3D000'

class Keeper {
  holder = ''
  private readonly cluster: Cluster
  private readonly options: EmbeddedOptions
  private server: ChildProcess | undefined
  private lock: pg.Client | undefined
  private stopping = false
  private regaining: Promise<void> = Promise.resolve()
  /** Number of bytes of the server's log that have already been examined. */
  private logKnown: number

  constructor(cluster: Cluster, options: EmbeddedOptions) {
    this.cluster = cluster
    this.options = options
    this.logKnown = logSize(cluster.log)
  }

  async begin(patience: number): Promise<boolean> {
    if (!(await this.hold(patience))) return false
    const recovery = this.recovery()
    if (recovery) this.options.report?.(`the database was not shut down; it ${recovery}`)
    else if (!this.server) this.options.report?.('went on with the database that a killed forum left running')
    return true
  }

  /** Starts the server and takes the lock. Returns false if another process holds it for `patience` ms. */
  async hold(patience: number): Promise<boolean> {
    const { tries = TRIES } = this.options
    const started = performance.now()
    let refusals = Number.POSITIVE_INFINITY
    let failures = 0
    while (!this.stopping) {
      const answer = await this.tryLock()
      if (answer === 'locked') return true
      if (answer === 'taken') refusals = Math.min(refusals, performance.now())
      if (answer === 'taken' && (this.options.shared || performance.now() - refusals >= patience))
        return false
      if (answer === 'absent' && !isAlive(this.server)) {
        if (this.server) failures++
        const isHopeless = failures > tries || (failures > 0 && this.isDiskFull())
        if (isHopeless || performance.now() - started > RECOVERY) throw this.failure()
        await clearStaleLocks(this.cluster.folder, this.cluster.socket)
        if (failures > 0) await sleep(200)
        this.server = spawnServer(this.cluster, this.options.settings ?? {})
      }
      if (performance.now() - started > RECOVERY) throw this.failure()
      await sleep(answer === 'absent' ? 10 : 50)
    }
    return false
  }

  async stop(): Promise<void> {
    this.stopping = true
    await this.regaining
    await stopPostmaster(this.cluster.folder)
    await this.lock?.end().catch(() => undefined)
  }

  private async tryLock(): Promise<'locked' | 'taken' | 'absent' | 'later'> {
    const client = new pg.Client({
      connectionString: embeddedUrl(this.cluster.dataDir),
      application_name: `threshold process ${process.pid}`,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query(`select pg_try_advisory_lock(${LOCK}) as locked`)
      if (!rows[0].locked) this.holder = await findLockHolder(client)
      if (!rows[0].locked) return 'taken'
      this.keep(client)
      return 'locked'
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (code === MISSING_DATABASE) await createForumDatabase(this.cluster.dataDir)
      return ABSENT.has(code) ? 'absent' : 'later'
    } finally {
      if (client !== this.lock) await client.end().catch(() => undefined)
    }
  }

  private keep(client: pg.Client): void {
    this.lock = client
    client.on('end', () => {
      this.lock = undefined
      if (!this.stopping) this.regaining = this.regain()
    })
  }

  private async regain(): Promise<void> {
    const lostAt = performance.now()
    try {
      if (await this.holdWhenThereIsRoom()) {
        const seconds = ((performance.now() - lostAt) / 1000).toFixed(1)
        const words = [`the database is back after ${seconds} s`, this.recovery()]
        return this.options.report?.(words.filter(Boolean).join('; it '))
      }
      if (this.stopping) return
      throw new DatabaseError(`The database in ${this.cluster.dataDir} was taken over by ${this.holder}.`)
    } catch (error) {
      this.options.onLost?.(error as Error)
    }
  }

  /** Starts the server and takes the lock. Retries while the disk is full, because every start would fail. */
  private async holdWhenThereIsRoom(): Promise<boolean> {
    for (let isTold = false; ; isTold = true) {
      try {
        return await this.hold(STOP_WAIT_MS)
      } catch (error) {
        if (!this.isDiskFull()) throw error
        this.server = undefined
        if (!isTold) this.options.report?.('the disk of the database is full; it starts when there is room')
        await sleep(ROOM_WAIT)
      }
    }
  }

  private isDiskFull(): boolean {
    return DISK_FULL.test(logTail(this.cluster))
  }

  private recovery(): string | undefined {
    const { log } = this.cluster
    const words = describeRecovery(log, this.logKnown)
    this.logKnown = logSize(log)
    return words
  }

  private failure(): DatabaseError {
    const { dataDir, log } = this.cluster
    return new DatabaseError(`The database in ${dataDir} does not start: ${log}\n${logTail(this.cluster)}`)
  }
}

function isAlive(child: ChildProcess | undefined): boolean {
  return child?.pid !== undefined && child.exitCode === null && child.signalCode === null
}
