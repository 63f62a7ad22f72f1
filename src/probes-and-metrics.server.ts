import { type Env, Hono } from 'hono'
import type { Services } from './api/core/context.server.ts'
import { checkDatabase } from './db/database.server.ts'
import { metrics } from './platform/metrics.server.ts'
import { probes } from './platform/probes.server.ts'

const ONLY_JOBS = { code: 'NOT_FOUND', message: 'This process does jobs. Pages are served by another.' }

/** `leave` makes the readiness check fail before a shutdown. */
export function addProbes<Own extends Env>(app: Hono<Own>, services: Services): { leave(): void } {
  let isLeaving = false
  const answers = probes(
    () => checkDatabase(services.db),
    () => isLeaving,
  )
  app.route('/', answers)
  app.route('/', metrics(services))
  return {
    leave: () => {
      isLeaving = true
    },
  }
}

/** For a process that only does jobs. */
export function createJobsApp(services: Services) {
  const app = new Hono()
  const { leave } = addProbes(app, services)
  app.notFound((c) => c.json(ONLY_JOBS, 404))
  return { fetch: app.fetch, endStreams: () => undefined, leave }
}
