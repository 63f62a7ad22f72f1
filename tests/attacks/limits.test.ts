import { call } from '@orpc/server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { authContract } from '../../src/accounts/contract.ts'
import { createApp } from '../../src/app/app.server.ts'
import { operations } from '../../src/app/operations.server.ts'
import type { RateLimit } from '../../src/core/rate-limited.ts'
import type { Viewer } from '../../src/core/viewer.ts'
import { RateLimiter } from '../../src/platform/http/rate-limiter.server.ts'
import { type Accounts, makeAccounts } from '../accounts.ts'

const CHANGING = operations.filter(({ method }) => method !== 'GET')
/** All operations that change something and have a rate limit. */
const LIMITED = CHANGING.flatMap((operation) => {
  const limit = limitOf(operation.procedure)
  return limit ? [{ ...operation, limit }] : []
})

let world: Accounts

beforeAll(async () => {
  world = await makeAccounts({ RATE_LIMITS: true })
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  world.services.rateLimiter = new RateLimiter()
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => world.close())

test('every operation that changes something has a limit, also those of the accounts', () => {
  const missing = CHANGING.filter(({ procedure }) => !limitOf(procedure))
  expect(missing.map(({ name }) => `${name}: begin it with limited(…) in its contract`)).toEqual([])
  expect(Object.values(authContract).every((operation) => limitOf(operation))).toBe(true)
})

test('operations with the same name share the same limit, and an address has more turns than an account', () => {
  const named = new Map<string, RateLimit>()
  for (const { limit } of LIMITED) {
    const { name, account, address } = limit
    expect(named.get(name) ?? limit, name).toBe(limit)
    named.set(name, limit)
    if (account)
      expect(address.times / address.seconds, name).toBeGreaterThan(account.times / account.seconds)
  }
})

describe.each(LIMITED)('$name', ({ procedure, guards, limit }) => {
  const { account, address } = limit
  const rate = account ?? address

  it('trips, recovers, and disturbs nobody else', async () => {
    const person = guards[0] === 'visitor' ? null : { ...world.people.admin, roles: [...ROLES] }
    const again = () => attempt(procedure, person, '198.51.100.1')
    for (let n = 0; n < rate.times; n++) expect(await again()).not.toBe('TOO_MANY_REQUESTS')
    expect(await again()).toBe('TOO_MANY_REQUESTS')
    const other = { ...world.people.other, roles: [...ROLES] }
    expect(await attempt(procedure, account ? other : null, '198.51.100.2')).not.toBe('TOO_MANY_REQUESTS')
    vi.setSystemTime(Date.now() + rate.seconds * 1000)
    expect(await again()).not.toBe('TOO_MANY_REQUESTS')
  })
})

test('many accounts of one address are limited together', async () => {
  const { procedure, limit } = LIMITED.find(({ name }) => name === 'votes.post') ?? {}
  const times = limit?.address.times ?? 0
  const vote = (n: number, address: string) =>
    attempt(procedure, { ...world.people.member, id: crypto.randomUUID(), username: `m${n}` }, address)
  for (let n = 0; n < times; n++) expect(await vote(n, '2001:db8:0:1::a')).not.toBe('TOO_MANY_REQUESTS')
  expect(await vote(times, '2001:db8:0:1:ffff::b')).toBe('TOO_MANY_REQUESTS')
  expect(await vote(times, '2001:db8:0:2::a')).not.toBe('TOO_MANY_REQUESTS')
})

test('many households of one network are limited together, at eight times one of them', async () => {
  const { procedure, limit } = LIMITED.find(({ name }) => name === 'votes.post') ?? {}
  const times = limit?.address.times ?? 0
  const vote = (n: number, address: string) =>
    attempt(procedure, { ...world.people.member, id: crypto.randomUUID(), username: `n${n}` }, address)
  for (let n = 0; n < 8 * times; n++)
    expect(await vote(n, `2001:db8:5:${(n % 1000).toString(16)}::1`)).not.toBe('TOO_MANY_REQUESTS')
  expect(await vote(0, '2001:db8:5:ffff::1')).toBe('TOO_MANY_REQUESTS')
  expect(await vote(0, '2001:db8:6:ffff::1')).not.toBe('TOO_MANY_REQUESTS')
})

test('over HTTP it is a 429 that says when, in words, in data and in Retry-After; off, there is none', async () => {
  const app = createApp(world.services)
  const id = await world.buildPost()
  const view = (services = app) =>
    services.fetch(
      new Request(`http://localhost:3000/api/posts/${id}/views`, { method: 'POST' }),
      incomingFrom('203.0.113.9') as never,
    )
  for (let n = 0; n < 600; n++) expect((await view()).status).toBe(200)
  const refusal = await view()
  expect(refusal.status).toBe(429)
  expect(refusal.headers.get('retry-after')).toBe('60')
  expect(await refusal.json()).toMatchObject({
    defined: true,
    code: 'TOO_MANY_REQUESTS',
    status: 429,
    message: "You're going too fast. Try again in 60 seconds.",
    data: { retry_after: 60 },
  })
  const unlimited = { ...world.services, config: { ...world.services.config, RATE_LIMITS: false } }
  expect((await view(createApp(unlimited))).status).toBe(200)
})

const ROLES = ['admin', 'editor', 'moderator'] as const

/** Calls an operation without input, so that only its rate limit applies. Returns an error code or `done`. */
async function attempt(procedure: unknown, viewer: Viewer | null, address: string): Promise<string> {
  const context = { ...world.asContext(viewer), ...world.services, address }
  return call(procedure as never, undefined as never, { context }).then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )
}

function limitOf(procedure: unknown): RateLimit | undefined {
  return (procedure as { '~orpc': { meta: { limit?: RateLimit } } })['~orpc'].meta.limit
}

/** Returns a fake connection from this IP address, in the form in which Hono's Node adapter passes it. */
function incomingFrom(remoteAddress: string) {
  return { incoming: { socket: { remoteAddress } } }
}
