// Runs several worker processes that serve one port. The primary process owns the database.
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry } from 'prom-client'
import type { Config } from '../src/platform/config/config.server.ts'
import { drainSeconds } from '../src/platform/http/drain.server.ts'
import { serveWorkerMetrics } from '../src/platform/jobs/workers.server.ts'
import { createLog, type Log } from '../src/platform/log.server.ts'
import { StartError } from './failure.ts'
import type { Undo } from './shutdown.ts'

const PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
const STOP_MS = 25_000

export async function runWorkers(config: Config, undo: Undo): Promise<void> {
  const registry = new AggregatorRegistry()
  serveWorkerMetrics(() => registry.clusterMetrics())
  const crew = new Crew(config, createLog(config))
  undo(() => crew.stop())
  await crew.start()
}

class Crew {
  private readonly config: Config
  private readonly log: Log
  private isStopping = false

  constructor(config: Config, log: Log) {
    this.config = config
    this.log = log
  }

  async start(): Promise<void> {
    const numbers = Array.from({ length: this.config.WORKERS }, (_, index) => index)
    const areServing = await Promise.all(numbers.map((number) => this.employ(number)))
    if (areServing.includes(false)) throw new StartError('A worker did not start. See the output above.')
  }

  async stop(): Promise<void> {
    this.isStopping = true
    const workers = Object.values(cluster.workers ?? {}) as Worker[]
    await Promise.all(workers.map((worker) => this.end(worker)))
  }

  /** Starts a worker. Only the first runs jobs, because each job runner polls the database. */
  private fork(number: number): Worker {
    const { ROLE } = this.config
    const worker = cluster.fork({ ROLE: ROLE === 'all' && number > 0 ? 'web' : ROLE })
    closeHandedOn(worker)
    return worker
  }

  private async employ(number: number, pause = PAUSE_MS): Promise<boolean> {
    const worker = this.fork(number)
    const began = Date.now()
    const gone = once(worker, 'exit')
    void gone.then(([code]) => {
      if (!this.isStopping) this.log.error({ worker: number, code }, 'a worker exited')
      return this.replace(number, Date.now() - began > LONGEST_PAUSE_MS ? PAUSE_MS : pause)
    })
    return Promise.race([once(worker, 'listening').then(() => true), gone.then(() => false)])
  }

  private async replace(number: number, pause: number): Promise<void> {
    if (!this.isStopping) await sleep(pause)
    if (!this.isStopping) await this.employ(number, Math.min(pause * 2, LONGEST_PAUSE_MS))
  }

  private async end(worker: Worker): Promise<void> {
    if (worker.isDead()) return
    const gone = once(worker, 'exit')
    worker.process.kill('SIGTERM')
    const limit = STOP_MS + drainSeconds(this.config) * 1000
    const impatience = setTimeout(() => worker.process.kill('SIGKILL'), limit)
    await gone
    clearTimeout(impatience)
  }
}

/**
 * Closes the connection last handed to a worker when the worker dies, so that the client reconnects. If the
 * worker dies before it accepts a connection, Node would leave the connection open forever.
 */
function closeHandedOn(worker: Worker): void {
  const { process } = worker
  const send = process.send.bind(process) as (...all: unknown[]) => boolean
  let latest: { close?(): void } | undefined
  process.send = (message: unknown, handle?: unknown, ...rest: unknown[]) => {
    if (handle) latest = handle
    return send(message, handle, ...rest)
  }
  worker.once('exit', () => latest?.close?.())
}
