import cluster from 'node:cluster'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Hono, type MiddlewareHandler } from 'hono'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isLoopback } from './address.server.ts'
import type { Config } from './config.server.ts'
import type { ResponseCache } from './response-cache.server.ts'
import { within } from './within.ts'
import { metricsOfWorkers } from './workers.server.ts'

/** Milliseconds after which what is read is left out: metrics are wanted most while something does not answer. */
const READ_WITHIN_MS = 1000

const registry = new Registry()
collectDefaultMetrics({ register: registry })
// Answers the primary process, which asks all that serve on its port.
AggregatorRegistry.setRegistries([registry])
if (cluster.isWorker) new AggregatorRegistry()
const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Requests that were not answered from the page cache',
  labelNames: ['method', 'kind', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  registers: [registry],
})

/** Times each request that reaches it; kinds are few, so that labels stay few. */
export function timing(): MiddlewareHandler {
  return async (c, next) => {
    const stop = durations.startTimer({ method: c.req.method })
    await next()
    stop({ kind: kindOf(c.req.path), status: c.res.status })
  }
}

/**
 * A number that is read whenever somebody asks for the metrics, by the last reader of its name: services that have ended answer
 * nobody any more. Of several processes on one port the numbers are added, unless it says `of: 'max'`.
 */
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

/** A number that only grows, for a few kinds of a thing that `label` names. */
export function counter<Label extends string>(name: string, help: string, label: Label): Counter<Label> {
  return new Counter({ name, help, labelNames: [label], registers: [registry] })
}

/** Numbers for a few kinds of a thing, as `gauge`; those that cannot be read within a second are left out. */
export function gaugeByKind(name: string, help: string, read: () => Promise<Record<string, number>>): void {
  registry.removeSingleMetric(name)
  new Gauge({
    name,
    help,
    labelNames: ['kind'],
    // What all processes of a forum read alike.
    aggregator: 'max',
    registers: [registry],
    async collect() {
      this.reset()
      const values = await within(READ_WITHIN_MS, read()).catch(() => ({}))
      for (const [kind, value] of Object.entries(values)) this.set({ kind }, value)
    },
  })
}

type Env = { Bindings: { incoming?: IncomingMessage } }

/** `GET /metrics` in Prometheus' text format, for this machine or whoever holds METRICS_TOKEN. */
export function metrics({ config, responseCache }: { config: Config; responseCache: ResponseCache }) {
  gauge('page_cache_answers', 'Answers in the page cache', () => responseCache.size.answers)
  gauge('page_cache_bytes', 'Bytes of the answers in the page cache', () => responseCache.size.bytes)
  gauge('page_cache_hits', 'Answers served from the page cache since the start', () => responseCache.hits)
  gauge('page_cache_misses', 'Answers that somebody waited for, since the start', () => responseCache.misses)
  const delay = () => threadPoolDelay(5)
  gauge('thread_pool_delay_seconds', 'What a small work waits for a thread now, 5 at most', delay, {
    of: 'max',
  })
  return new Hono<Env>().get('/metrics', async (c) => {
    const allowed = config.METRICS_TOKEN
      ? holdsToken(c.req.header('authorization'), config.METRICS_TOKEN)
      : isThisMachine(c.env?.incoming, config)
    if (!allowed) return c.json({ code: 'NOT_FOUND', message: 'Not found' }, 404)
    const ofAll = await metricsOfWorkers().catch(() => null)
    // Counters of fewer processes are lower, which Prometheus would take for a new start of all.
    if (ofAll === null) return c.text('A process of this node does not answer.', 503)
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

/**
 * Whether who asks is here, and no proxy that passes on what comes from elsewhere: many of them set the Host that they
 * call, and no header of their own. A forum that is found elsewhere therefore needs a token. In development nobody
 * knows who asks.
 */
function isThisMachine(incoming: IncomingMessage | undefined, { PUBLIC_URL }: Config) {
  const { remoteAddress = '' } = incoming?.socket ?? {}
  const { host, 'x-forwarded-for': forwardedFor, forwarded, via } = incoming?.headers ?? {}
  const called = URL.parse(`http://${host}`)?.hostname ?? ''
  const isHere = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(remoteAddress)
  const isPassedOn = (forwardedFor ?? forwarded ?? via) !== undefined
  return isHere && !isPassedOn && isLoopback(called) && isLoopback(new URL(PUBLIC_URL).hostname)
}

const draw = promisify(randomBytes)

/**
 * Seconds until a small work gets a thread of the pool, where files, compression and passwords are done: the event loop
 * may be idle while all of them wait. `limit` seconds at most.
 */
export async function threadPoolDelay(limit: number): Promise<number> {
  const asked = performance.now()
  const giveUp = new AbortController()
  const over = sleep(limit * 1000, true, { signal: giveUp.signal }).catch(() => true)
  const isOver = await Promise.race([draw(1).then(() => false), over])
  giveUp.abort()
  // A timer may go off a fraction of a millisecond before its time.
  return isOver ? limit : Math.min(limit, (performance.now() - asked) / 1000)
}
