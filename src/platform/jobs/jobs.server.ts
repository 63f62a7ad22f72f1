import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Log } from '../log.server.ts'
import { WorkEndedError } from './child-worker.server.ts'

/** A kind of job. The type parameter is the type of its data: `job<{ user_id: string }>('greet')`. */
export interface Job<Data extends object> {
  name: string
  /** Never set; it only carries the type. */
  data?: Data
}

export interface JobOptions {
  /** Drops the job if another one with this key was added within the same period of `seconds`. */
  once?: { key: string; seconds: number }
}

export interface JobQueue {
  add<Data extends object>(job: Job<Data>, data: Data, options?: JobOptions): Promise<void>
}

export function job<Data extends object>(name: string): Job<Data> {
  return { name }
}

/** Retries a job after 30 s, 1 min and so on up to 1 h, for half a day, because mail servers may be down. */
export const RETRIES = { retryLimit: 16, retryDelay: 30, retryBackoff: true, retryDelayMax: 3600 }
/**
 * Options of scheduled jobs. A job may take six hours, because there may be millions of files. After
 * pg-boss's default of 15 minutes, a second one would start while the first is still running.
 */
const TIMED = { expireInSeconds: 6 * 60 * 60, retryLimit: 2 }
const KEEP_FINISHED = 24 * 60 * 60
/** Seconds between polls for retries and other nodes' jobs. A job added by this node starts at once. */
const LOOK_EVERY = 10
/** Name of the queue for permanently failed jobs (dead letters). */
const GIVEN_UP = 'given-up'
/** Concurrent jobs of a kind on this node: if one hangs, two still run. Scheduled jobs run one at a time. */
const AT_ONCE = 3

export interface WaitingJobs {
  name: string
  count: number
  /** Age of the oldest waiting job in seconds, or 0. */
  seconds: number
}

/** Job queue in PostgreSQL. Runs a job on one node, at least once. Call `handle` before `start`. */
export class Jobs implements JobQueue {
  private readonly boss: PgBoss
  private readonly works = new Map<string, (data: never) => Promise<void>>()
  private readonly schedules = new Map<string, string | undefined>()
  private readonly workers = new Map<string, string[]>()
  private readonly stopping = new AbortController()
  private readonly log: Log

  private readonly isDoing: boolean

  /** @param isDoing false for processes that only add jobs */
  constructor(url: string, log: Log, isDoing = true) {
    this.log = log
    this.isDoing = isDoing
    this.boss = new PgBoss({
      connectionString: url,
      application_name: 'threshold jobs',
      max: isDoing ? 3 : 1,
      supervise: isDoing,
      schedule: isDoing,
    })
    this.boss.on('error', (error) =>
      log.warn({ err: error }, 'the job queue has a problem with the database'),
    )
  }

  handle<Data extends object>(job: Job<Data>, work: (data: Data) => Promise<void>): void {
    this.works.set(job.name, work)
  }

  /**
   * Schedules a job in UTC, once for all nodes: `jobs.every('17 4 * * *', sweep, () => …)`. Removes the
   * schedule if `cron` is undefined. The signal aborts on shutdown. If the work then rejects, it is retried.
   */
  every(cron: string | undefined, job: Job<object>, work: (signal?: AbortSignal) => Promise<void>): void {
    this.handle(job, () => work(this.stopping.signal))
    this.schedules.set(job.name, cron)
  }

  async start(): Promise<void> {
    await this.boss.start()
    await this.createQueues()
    if (!this.isDoing) return
    for (const [name, work] of this.works) await this.employ(name, work)
    await this.boss.work(
      GIVEN_UP,
      { pollingIntervalSeconds: LOOK_EVERY, includeMetadata: true },
      async ([job]) => this.reportGivenUp(job),
    )
    for (const [name, cron] of this.schedules)
      await (cron
        ? this.boss.schedule(name, cron, null, { ...TIMED, tz: 'UTC' })
        : this.boss.unschedule(name))
  }

  /** Aborts the signal and waits 5 s for running jobs. Unfinished jobs run again after the next start. */
  async stop(): Promise<void> {
    this.stopping.abort()
    await this.boss.stop({ graceful: true, timeout: 5000 })
  }

  /** Adds a job. Resolves when it is stored in the database. */
  async add<Data extends object>({ name }: Job<Data>, data: Data, { once }: JobOptions = {}): Promise<void> {
    const unique = once ? { singletonKey: once.key, singletonSeconds: once.seconds } : {}
    const timed = this.schedules.has(name) ? TIMED : {}
    const id = await this.boss.send(name, data, { ...timed, ...unique })
    if (id) this.wake(name)
  }

  /** Returns the waiting jobs of each kind that this node handles. Rejects while the database is down. */
  async waiting(): Promise<WaitingJobs[]> {
    const { rows } = await this.boss.getDb().executeSql(WAITING, [[...this.works.keys()]])
    return rows
  }

  /** Returns how many jobs of each kind failed in the last day. Rejects while the database is down. */
  async givenUp(): Promise<Record<string, number>> {
    const { rows } = await this.boss.getDb().executeSql(FAILED, [[...this.works.keys()]])
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
  }

  private async createQueues(): Promise<void> {
    const options = { deleteAfterSeconds: KEEP_FINISHED }
    await this.boss.createQueue(GIVEN_UP, options)
    const known = new Map((await this.boss.getQueues()).map((queue) => [queue.name, queue.deadLetter]))
    for (const name of this.works.keys()) {
      if (!known.has(name))
        await this.boss.createQueue(name, { ...RETRIES, ...options, deadLetter: GIVEN_UP })
      else if (known.get(name) !== GIVEN_UP) await this.boss.updateQueue(name, { deadLetter: GIVEN_UP })
    }
  }

  /** Logs a permanently failed job, on one node only. Includes jobs that crashed their process. */
  private reportGivenUp(job: JobWithMetadata<unknown> | undefined): void {
    const { sourceName, sourceId, sourceRetryCount, sourceOutput } = job ?? {}
    const { message, value } = (sourceOutput ?? {}) as { message?: string; value?: { message?: string } }
    const tries = (sourceRetryCount ?? 0) + 1
    const reason = message ?? value?.message
    this.log.error({ job: sourceName, id: sourceId, tries, reason }, 'a job failed permanently')
  }

  /** Starts workers that run one job at a time. In a batch, a failure would repeat the other jobs' mail. */
  private async employ(name: string, work: (data: never) => Promise<void>): Promise<void> {
    const ids: string[] = []
    this.workers.set(name, ids)
    const atOnce = this.schedules.has(name) ? 1 : AT_ONCE
    for (let i = 0; i < atOnce; i++) {
      ids.push(
        await this.boss.work(name, WORK_OPTIONS, async (jobs: JobWithMetadata<unknown>[]) => {
          // Polls again at once, because more jobs may be waiting.
          this.wake(name)
          return Promise.all(jobs.map((one) => this.doJob(one, work)))
        }),
      )
    }
  }

  private async doJob(
    job: JobWithMetadata<unknown>,
    work: (data: never) => Promise<void>,
  ): Promise<JobResult> {
    const { id, name, data } = job
    if (hasEndedProcess(job)) return { id, status: 'deadletter', output: new Error(LOST_WITH_PROCESS) }
    try {
      await work(data as never)
      return { id, status: 'completed' }
    } catch (err) {
      if (err instanceof WorkEndedError) return { id, status: 'deadletter', output: err }
      this.log.warn({ err, job: name, id }, 'a job failed and will be retried')
      return { id, status: 'failed', output: err }
    }
  }

  private wake(name: string): void {
    for (const worker of this.workers.get(name) ?? []) this.boss.notifyWorker(worker)
  }
}

const WORK_OPTIONS = {
  pollingIntervalSeconds: LOOK_EVERY,
  includeMetadata: true,
  perJobResults: true,
} as const

const LOST_WITH_PROCESS = 'its process exited or hung twice'

/** Returns whether the process ended in two tries (one may be a power cut). A third could stop the forum. */
function hasEndedProcess({ retryCount, output }: JobWithMetadata<unknown>): boolean {
  const { value } = (output ?? {}) as { value?: { message?: string } }
  return retryCount >= 2 && value?.message === 'job timed out'
}

const WAITING = `
  select kind.name, count(job.id)::int, coalesce(extract(epoch from now() - min(job.created_on)), 0)::float as seconds
  from unnest($1::text[]) as kind (name)
  left join pgboss.job on job.name = kind.name and job.state < 'active' and not job.blocked
  group by kind.name`

const FAILED = `
  select kind.name, count(job.id)::int
  from unnest($1::text[]) as kind (name)
  left join pgboss.job on job.name = kind.name and job.state = 'failed'
  group by kind.name`
