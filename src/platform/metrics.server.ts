import cluster from 'node:cluster'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { Hono, type MiddlewareHandler } from 'hono'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ResponseCache } from './cache/response-cache.server.ts'
import type { Config } from './config/config.server.ts'
import { isLoopback } from './http/address.server.ts'
import { withTimeout } from './jobs/with-timeout.ts'
import { readWorkerMetrics } from './jobs/workers.server.ts'

/** Timeout in milliseconds. Slower values are omitted, so that other metrics are available in an outage. */
const READ_WITHIN_MS = 1000

const registry = new Registry()
collectDefaultMetrics({ register: registry })
// Makes the registry available to the primary process, which collects the metrics of all workers.
AggregatorRegistry.setRegistries([registry])
if (cluster.isWorker) new AggregatorRegistry()
const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Requests that were not answered from the page cache',
  labelNames: ['method', 'kind', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  registers: [registry],
})

/** Measures the duration of requests. Groups paths into a few kinds, to limit the number of labels. */
export function timing(): MiddlewareHandler {
  return async (c, next) => {
    const stop = durations.startTimer({ method: c.req.method })
    await next()
    stop({ kind: kindOf(c.req.path), status: c.res.status })
  }
}

/** Adds a gauge, replacing one of the same name. Sums the workers' values unless `of` is 'max'. */
export function gauge(
  name: string,
  help: string,
  read: () => number | Promise<number>,
  { of = 'sum' }: { of?: 'sum' | 'max' } = {},
): void {
  registry.removeSingleMetric(name)
  new Gauge({
    name,
    help,
    aggregator: of,
    registers: [registry],
    async collect() {
      this.set(await read())
    },
  })
}

export function counter<Label extends string>(name: string, help: string, label: Label): Counter<Label> {
  return new Counter({ name, help, labelNames: [label], registers: [registry] })
}

/** Adds a gauge with one value per kind. Omits values that take longer than a second to read. */
export function gaugeByKind(name: string, help: string, read: () => Promise<Record<string, number>>): void {
  registry.removeSingleMetric(name)
  new Gauge({
    name,
    help,
    labelNames: ['kind'],
    // Uses one process's value instead of the sum, because all processes of a forum report the same.
    aggregator: 'max',
    registers: [registry],
    async collect() {
      this.reset()
      const values = await withTimeout(READ_WITHIN_MS, read()).catch(() => ({}))
      for (const [kind, value] of Object.entries(values)) this.set({ kind }, value)
    },
  })
}

type Env = { Bindings: { incoming?: IncomingMessage } }

/** Serves `GET /metrics` in Prometheus format, to localhost only or with METRICS_TOKEN. */
export function metrics({ config, responseCache }: { config: Config; responseCache: ResponseCache }) {
  gauge('page_cache_answers', 'Responses in the page cache', () => responseCache.size.answers)
  gauge('page_cache_bytes', 'Bytes of the responses in the page cache', () => responseCache.size.bytes)
  gauge('page_cache_hits', 'Responses served from the page cache since the start', () => responseCache.hits)
  gauge(
    'page_cache_misses',
    'Responses rendered while a client waited, since the start',
    () => responseCache.misses,
  )
  const delay = () => threadPoolDelay(5)
  gauge('thread_pool_delay_seconds', 'Current waiting time for a thread of the pool, 5 at most', delay, {
    of: 'max',
  })
  return new Hono<Env>().get('/metrics', async (c) => {
    const allowed = config.METRICS_TOKEN
      ? holdsToken(c.req.header('authorization'), config.METRICS_TOKEN)
      : isThisMachine(c.env?.incoming, config)
    if (!allowed) return c.json({ code: 'NOT_FOUND', message: 'Not found' }, 404)
    const ofAll = await readWorkerMetrics().catch(() => null)
    // Fails if a worker is missing. Otherwise counters would drop, which Prometheus takes for a restart.
    if (ofAll === null) return c.text('A process of this node does not respond.', 503)
    return c.text(ofAll ?? (await registry.metrics()), 200, { 'content-type': registry.contentType })
  })
}

function kindOf(path: string) {
  if (path.startsWith('/api/')) return 'api'
  return path.startsWith('/assets/') ? 'asset' : 'page'
}

function holdsToken(header: string | undefined, token: string) {
  const given = Buffer.from(header ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Returns whether a local client asks. False if PUBLIC_URL is public: the client may be a local proxy. */
function isThisMachine(incoming: IncomingMessage | undefined, { PUBLIC_URL }: Config) {
  const { remoteAddress = '' } = incoming?.socket ?? {}
  const { host, 'x-forwarded-for': forwardedFor, forwarded, via } = incoming?.headers ?? {}
  const called = URL.parse(`http://${host}`)?.hostname ?? ''
  const isHere = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(remoteAddress)
  const isPassedOn = (forwardedFor ?? forwarded ?? via) !== undefined
  return isHere && !isPassedOn && isLoopback(called) && isLoopback(new URL(PUBLIC_URL).hostname)
}

const draw = promisify(randomBytes)

/** Returns the seconds until libuv's thread pool has a free thread, at most `limit`. */
export async function threadPoolDelay(limit: number): Promise<number> {
  const asked = performance.now()
  const isLate = await withTimeout(limit * 1000, draw(1)).then(
    () => false,
    () => true,
  )
  return isLate ? limit : Math.min(limit, (performance.now() - asked) / 1000)
}
