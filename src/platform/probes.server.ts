import { Hono } from 'hono'
import { threadPoolDelay } from './thread-pool.server.ts'

/** Seconds that a small work may wait for a thread before this node should be given no more requests. */
const POOL_DELAY = 1

/**
 * `/healthz`: the process answers. `/readyz`: the database does too, and threads are to be had; migrations ran before
 * anything was served. `/readyz?exclude=database` is for proxies: a database that is away is away for all nodes, and one
 * that took them all out would take out the pages that they keep. `ping` rejects when the database does not answer. A
 * process that `isLeaving` still answers, but is to be given nothing more.
 */
export function probes(ping: () => Promise<void>, isLeaving = () => false) {
  // However many ask, one looks: it takes a connection and a thread that others want as well.
  const isConnected = shared(() =>
    ping().then(
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
      if (!hasDatabase) return c.text('the database does not answer', 503)
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
