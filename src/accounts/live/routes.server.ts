import { type Context as Call, Hono } from 'hono'
import type { Services } from '../../core/context.server.ts'
import { type Listener, LiveHub } from '../../platform/bus/live.server.ts'
import { addressGroup } from '../../platform/http/address.server.ts'
import type { StreamEnv } from '../../platform/http/streaming.server.ts'
import { gauge } from '../../platform/metrics.server.ts'
import type { Authentication } from '../session/session.server.ts'
import type { SessionCache } from '../session/session-cache.server.ts'
import { LIVE_CHANNEL, type LiveEnvelope } from './events.ts'
import { StreamSessions } from './sessions.server.ts'
import { STREAM_RETRY_SECONDS, StreamLimits } from './stream-limits.server.ts'

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Prevents proxies from buffering or compressing the stream, which would delay events.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** Serves `GET /api/live`, which sends events from the bus as server-sent events. */
export function liveRoutes(services: Services, viewers: SessionCache) {
  const hub = connectedHub(services)
  const limits = new StreamLimits()
  const sessions = new StreamSessions(services)
  const routes = new Hono<StreamEnv>().get('/api/live', async (c) => {
    const asking = await viewers.authenticate(c.req.raw.headers)
    for (const cookie of asking.cookies ?? []) c.header('set-cookie', cookie, { append: true })
    if (hub.isClosed) return refused(c, 503, 'The forum is restarting. Please try again later.')
    const asker = { member: asking.viewer?.id, address: c.var.address }
    const refusal = services.config.RATE_LIMITS && limits.refusal(asker)
    if (refusal === 'many')
      return refused(c, 429, 'You have too many open event streams. Close some and try again.')
    if (refusal) return refused(c, 503, 'Too many event streams are open. Please try again later.')
    const listener = listenerOf(c, asking)
    const sessionId = asking.session?.id
    c.set('openStream', (sink) => {
      const stream = hub.open(listener, sink)
      limits.add(asker, stream)
      if (sessionId) sessions.watch(stream, sessionId)
      return stream
    })
    return c.body(null, 200, HEADERS)
  })
  return { routes, end: () => hub.close() }
}

function connectedHub({ bus }: Services): LiveHub {
  const hub = new LiveHub()
  bus.subscribe(LIVE_CHANNEL, (message) => {
    const { to, event } = message as LiveEnvelope
    hub.send(event, to)
  })
  bus.onGap(() => hub.missed())
  gauge('live_streams', 'Open event streams', () => hub.counts.streams)
  gauge('live_events', 'Events sent to open streams since the start', () => hub.counts.events)
  gauge('live_streams_cut', 'Streams closed because the client stopped reading', () => hub.counts.cut)
  return hub
}

function listenerOf(c: Call<StreamEnv>, { viewer }: Authentication): Listener {
  return {
    group: viewer?.id ?? `address ${addressGroup(c.var.address)}`,
    greeting: { type: 'open', as: viewer?.id ?? null },
    lastId: c.req.header('last-event-id'),
    past: readPast(c.req.query('past')),
  }
}

function refused(c: Call<StreamEnv>, status: 429 | 503, message: string) {
  const code = status === 429 ? 'TOO_MANY_REQUESTS' : 'SERVICE_UNAVAILABLE'
  c.header('retry-after', String(STREAM_RETRY_SECONDS))
  return c.json({ code, message, data: { retry_after: STREAM_RETRY_SECONDS } }, status)
}

function readPast(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
