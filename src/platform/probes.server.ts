import { Hono } from 'hono'
import { threadPoolDelay } from './metrics.server.ts'

/** Seconds that a small work may wait for a thread before this node should be given no more requests. */
const POOL_DELAY = 1

/**
 * `/healthz`: the process answers. `/readyz`: the database answers and accepts writes too, and threads are free; migrations
 * ran before anything was served. `/readyz?exclude=database` is for proxies: all nodes share the database, and removing
 * all of them would also remove their cached pages. `checkDatabase` rejects when the database is not usable. A process
 * that `isLeaving` still answers, but should receive no new requests.
 */
export function probes(checkDatabase: () => Promise<void>, isLeaving = () => false) {
  // However many ask, one looks: it takes a connection and a thread that others want as well.
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

/** Whoever asks while it looks gets what it finds. */
function shared<Found>(look: () => Promise<Found>): () => Promise<Found> {
  let looking: Promise<Found> | undefined
  return () => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }
}
