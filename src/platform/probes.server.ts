import { Hono } from 'hono'
import { threadPoolDelay } from './metrics.server.ts'

/** Seconds of waiting for a thread above which a node should get no more requests. */
const POOL_DELAY = 1

/**
 * `/healthz`: the process answers. `/readyz`: the database accepts writes and threads are free.
 * `/readyz?exclude=database` is for proxies: removing all nodes during an outage would also remove their
 * cached pages.
 */
export function probes(checkDatabase: () => Promise<void>, isLeaving = () => false) {
  // Concurrent requests share a check, which takes a connection and a thread.
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
      if (!hasDatabase) return c.text('the database does not answer or has no space left', 503)
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
