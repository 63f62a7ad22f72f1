import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RateLimiter } from '../platform/http/rate-limiter.server.ts'
import { OverloadedError } from '../platform/outage.ts'
import type { Services } from './context.server.ts'
import { GUESTS_AT_ONCE, GuestQueues } from './guest-queues.server.ts'

const isKnown = vi.fn((_key: string) => false)
const warn = vi.fn()
const work = vi.fn(async () => 'done')
let member: string | undefined
let endings: (() => void)[]

beforeEach(() => {
  vi.resetAllMocks()
  work.mockResolvedValue('done')
  isKnown.mockReturnValue(false)
  member = undefined
  endings = []
})
afterEach(() => {
  vi.useRealTimers()
})

function makeQueues(RATE_LIMITS = true): GuestQueues {
  const services = {
    config: { RATE_LIMITS },
    log: { warn },
    rateLimiter: new RateLimiter(),
    responseCache: { isKnown },
  }
  return new GuestQueues(services as unknown as Services, async () => member)
}

const from = (address: string, signal?: AbortSignal) => ({
  req: { raw: new Request('http://localhost', { signal: signal ?? null }) },
  var: { address },
})

/** Starts enough guest requests to fill all slots, plus `waiting` requests in the queue. */
function fill(queues: GuestQueues, waiting = 0): Promise<unknown>[] {
  return Array.from({ length: GUESTS_AT_ONCE + waiting }, (_, n) =>
    queues.of(
      from(`10.0.${n >> 8}.${n & 255}`),
      `/post/${n}`,
    )(() => new Promise<void>((end) => endings.push(end))),
  )
}

async function drain(requests: Promise<unknown>[]): Promise<void> {
  const all = Promise.allSettled(requests)
  for (let isOver = false; !isOver; ) {
    for (const end of endings.splice(0)) end()
    isOver = await Promise.race([all.then(() => true), new Promise<false>((go) => setImmediate(go, false))])
  }
}

test('a guest who asks for one page at a time is never refused', async () => {
  const queues = makeQueues()
  for (let n = 0; n < 100; n++) expect(await queues.of(from('203.0.113.9'), `/post/${n}`)(work)).toBe('done')
})

test('a member waits for no guest, and is not refused when the queue is full', async () => {
  const queues = makeQueues()
  const guests = fill(queues, 300)
  await vi.waitFor(() => expect(endings).toHaveLength(GUESTS_AT_ONCE))
  member = 'ada'
  for (const key of ['/post/1', '/forum?search=memory'])
    expect(await queues.of(from('203.0.113.9'), key)(work)).toBe('done')
  await drain(guests)
})

test('a member has a rate limit instead', async () => {
  const queues = makeQueues()
  vi.useFakeTimers({ toFake: ['Date'] })
  member = 'ada'
  const ask = () => queues.of(from('203.0.113.9'), '/post/1')(work)
  for (let n = 0; n < 100; n++) await ask()
  await expect(ask()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  member = 'bo'
  expect(await ask()).toBe('done')
})

test('a page that was cached until a write changed it does not wait behind others', async () => {
  const queues = makeQueues()
  const guests = fill(queues, 300)
  await vi.waitFor(() => expect(endings).toHaveLength(GUESTS_AT_ONCE))
  isKnown.mockReturnValue(true)
  expect(await queues.of(from('203.0.113.9'), '/')(work)).toBe('done')
  await expect(queues.of(from('203.0.113.9'), '/forum?search=memory')(work)).rejects.toThrow(OverloadedError)
  await drain(guests)
})

test('a refusal comes after half a second, nothing was started, and the log says so once', async () => {
  const queues = makeQueues()
  const guests = fill(queues, 300)
  await vi.waitFor(() => expect(endings).toHaveLength(GUESTS_AT_ONCE))
  const began = performance.now()
  for (const refused of [1, 2].map(() => queues.of(from('203.0.113.9'), '/forum')(work)))
    await expect(refused).rejects.toMatchObject({ seconds: 5 })
  expect(performance.now() - began).toBeGreaterThan(490)
  expect(work).not.toHaveBeenCalled()
  expect(warn).toHaveBeenCalledExactlyOnceWith({ waiting: 300 }, expect.any(String))
  await drain(guests)
})

test('a guest who has gone leaves the queue, which the log does not mention', async () => {
  const queues = makeQueues()
  const guests = fill(queues)
  await vi.waitFor(() => expect(endings).toHaveLength(GUESTS_AT_ONCE))
  const client = new AbortController()
  const waiting = queues.of(from('203.0.113.9', client.signal), '/forum')(work)
  await new Promise((go) => setImmediate(go))
  client.abort()
  await expect(waiting).rejects.toThrow(OverloadedError)
  expect(warn).not.toHaveBeenCalled()
  await drain(guests)
  expect(work).not.toHaveBeenCalled()
})

test('with RATE_LIMITS=off nothing waits', async () => {
  const queues = makeQueues(false)
  const guests = fill(queues, 500)
  expect(endings).toHaveLength(GUESTS_AT_ONCE + 500)
  await drain(guests)
})
