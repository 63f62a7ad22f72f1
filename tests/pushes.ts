import { call } from '@orpc/server'
import type { AppServices } from '../src/app/context.server.ts'
import { router } from '../src/app/router.server.ts'
import type { Viewer } from '../src/core/viewer.ts'
import type { Job } from '../src/platform/jobs/jobs.server.ts'
import { handlePushJobs } from '../src/settings/push/jobs.server.ts'
import type { PushPayload } from '../src/settings/push/payload.ts'
import { startPushService } from './push-service.ts'
import type { World } from './world.ts'

type Work = (data: never) => Promise<void>

/** Runs a forum's push jobs when a test asks for it. Its members subscribe at a push service on this machine. */
export async function withPushes(world: World) {
  const service = await startPushService()
  const config = { ...world.services.config, allowsLoopbackRequests: true }
  const services: AppServices = { ...world.services, config }
  const queue = new PushQueue(services)
  return {
    services,
    service,
    queue,
    subscribe: (member: Viewer, subscription = service.subscription) =>
      call(router.push.save, subscription, { context: { ...world.asContext(member), config } }),
    /** Runs the jobs and returns the payloads that arrive. */
    tick: async (): Promise<PushPayload[]> => {
      const before = service.received.length
      await queue.tick()
      return service.received.slice(before).map(({ payload }) => payload as PushPayload)
    },
  }
}

class PushQueue {
  /** Failed jobs, which run again in the next `tick()`. */
  waiting: { name: string; data: object }[] = []
  private readonly works = new Map<string, Work>()
  private readonly timed: string[] = []

  constructor(services: AppServices) {
    const bus = { subscribe: () => () => {} }
    handlePushJobs({ ...services, bus: bus as unknown as AppServices['bus'] }, this)
  }

  handle<Data extends object>({ name }: Job<Data>, work: (data: Data) => Promise<void>): void {
    this.works.set(name, work)
  }

  every(_cron: string | undefined, job: Job<object>, work: () => Promise<void>): void {
    this.handle(job, work)
    this.timed.push(job.name)
  }

  async add<Data extends object>({ name }: Job<Data>, data: Data): Promise<void> {
    this.waiting.push({ name, data: JSON.parse(JSON.stringify(data)) })
  }

  async tick(): Promise<void> {
    for (const name of this.timed) await this.works.get(name)?.({} as never)
    const jobs = this.waiting
    this.waiting = []
    for (const job of jobs)
      await this.works
        .get(job.name)?.(job.data as never)
        .catch(() => this.waiting.push(job))
  }
}
