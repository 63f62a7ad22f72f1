import { Hono } from 'hono'
import { threadPoolDelay } from './thread-pool.server.ts'

/** Seconds that a small work may wait for a thread before this node should be given no more requests. */
const POOL_DELAY = 1

/**
 * `/healthz`: the process answers. `/readyz`: the database does too, and threads are to be had; migrations ran before
 * anything was served. `ping` rejects when the database does not answer. A process that `isLeaving` still answers, but is
 * to be given nothing more.
 */
export function probes(ping: () => Promise<void>, isLeaving = () => false) {
  const look = () =>
    Promise.all([
      ping().then(
        () => true,
        () => false,
      ),
      threadPoolDelay(POOL_DELAY),
    ])
  // However many ask, one looks: it takes a connection and a thread that others want as well.
  let looking: ReturnType<typeof look> | undefined
  return new Hono()
    .get('/healthz', (c) => c.text('ok'))
    .get('/readyz', async (c) => {
      if (isLeaving()) return c.text('about to stop', 503)
      looking ??= look().finally(() => {
        looking = undefined
      })
      const [isConnected, delay] = await looking
      if (!isConnected) return c.text('the database does not answer', 503)
      return delay < POOL_DELAY ? c.text('ready') : c.text('the thread pool is overloaded', 503)
    })
}
