import type { Job, JobQueue } from '../src/platform/jobs/jobs.server.ts'

type Work = (data: never) => Promise<void>

/** A fake job queue that runs added jobs immediately, and scheduled jobs when a test calls `doTimed()`. */
export class PromptJobs implements JobQueue {
  private readonly works = new Map<string, Work>()
  private readonly timed: Job<object>[] = []

  handle<Data extends object>({ name }: Job<Data>, work: (data: Data) => Promise<void>): void {
    this.works.set(name, work)
  }

  every(_cron: string, job: Job<object>, work: () => Promise<void>): void {
    this.handle(job, work)
    this.timed.push(job)
  }

  async add<Data extends object>({ name }: Job<Data>, data: Data): Promise<void> {
    await this.works.get(name)?.(data as never)
  }

  async doTimed(): Promise<void> {
    for (const job of this.timed) await this.add(job, {})
  }

  async stop(): Promise<void> {}
}
