import { type Env, Hono } from 'hono'
import type { Services } from '../core/context.server.ts'
import { checkDatabase } from '../db/database.server.ts'
import { metrics, threadPoolDelay } from '../platform/metrics.server.ts'

const ONLY_JOBS = { code: 'NOT_FOUND', message: 'This process only runs jobs. Another process serves pages.' }

/** Adds health checks. `leave` makes the readiness check fail before a shutdown. */
export function addProbes<Own extends Env>(app: Hono<Own>, services: Services): { leave(): void } {
  let isLeaving = false
  const isReady = () => checkDatabase(services.db)
  app.route(
    '/',
    probes(isReady, () => isLeaving),
  )
  app.route('/', metrics(services))
  return {
    leave: () => {
      isLeaving = true
    },
  }
}

/** Creates the HTTP app of a process that only runs jobs. It serves no pages and no API. */
export function createJobsApp(services: Services) {
  const app = new Hono()
  const { leave } = addProbes(app, services)
  app.notFound((c) => c.json(ONLY_JOBS, 404))
  return { fetch: app.fetch, endStreams: () => undefined, leave }
}

/** Seconds that work may wait for a thread. Above this, a node reports that it is not ready. */
const POOL_DELAY = 1

/**
 * `/healthz` checks that the process responds. `/readyz` also checks that the database accepts writes and
 * that threads are free. Proxies should use `/readyz?exclude=database`, so that nodes still serve cached
 * pages during a database outage.
 */
export function probes(checkDatabase: () => Promise<void>, isLeaving = () => false) {
  // Concurrent requests share a check, because it takes a connection and a thread.
  const isConnected = shared(() =>
    checkDatabase().then(
      () => true,
      () => false,
    ),
  )
  const delay = shared(() => threadPoolDelay(POOL_DELAY))
  return new Hono()
    .get('/healthz', (c) => c.text('ok'))
    .get('/readyz', async (c) => {
      if (isLeaving()) return c.text('about to stop', 503)
      const needsDatabase = c.req.query('exclude') !== 'database'
      const [hasDatabase, seconds] = await Promise.all([needsDatabase ? isConnected() : true, delay()])
      if (!hasDatabase) return c.text('the database does not respond or has no space left', 503)
      return seconds < POOL_DELAY ? c.text('ready') : c.text('the thread pool is overloaded', 503)
    })
}

function shared<Found>(look: () => Promise<Found>): () => Promise<Found> {
  let looking: Promise<Found> | undefined
  return () => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }
}
