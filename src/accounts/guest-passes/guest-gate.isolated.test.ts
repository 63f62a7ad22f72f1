import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadConfig } from '../../platform/config/config.server.ts'
import { RateLimiter } from '../../platform/http/rate-limiter.server.ts'
import { GuestPassRequiredError } from '../../platform/outage.ts'
import { PassGate } from './guest-gate.server.ts'
import { CROWD, CROWD_MS, FLOOD_MS } from './policy.ts'
import { noteFlood } from './sql.server.ts'

vi.mock('./sql.server.ts', () => ({ noteFlood: vi.fn(async () => undefined) }))

const isVerified = vi.fn((_address: string, _userAgent: string | null) => false)
const warn = vi.fn()
const add = vi.fn()
let settings: { guest_check: 'flood' | 'always' | 'never' }
let gate: PassGate

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.clearAllMocks()
  settings = { guest_check: 'flood' }
  const services = {
    background: { add: vi.fn() },
    config: { ...loadConfig({ AUTH_SECRET: 'x'.repeat(32) }), RATE_LIMITS: true },
    dayCounts: { add },
    log: { warn },
    rateLimiter: new RateLimiter(),
    siteSettings: { settings },
  }
  gate = new PassGate(services as never, { isVerified } as never)
})
afterEach(() => {
  vi.useRealTimers()
})

const turn = () =>
  gate.turnOf({ req: { raw: new Request('http://localhost') }, var: { address: '203.0.113.9' } })
const crowdFor = (ms: number, addresses = CROWD) => {
  gate.noteCrowd(addresses)
  vi.advanceTimersByTime(ms)
  gate.noteCrowd(addresses)
}

test('a crowd that lasts is a flood: guests without a pass are refused until it ends', async () => {
  expect(await turn()).toBe('203.0.113.9')
  crowdFor(CROWD_MS)
  await expect(turn()).rejects.toThrow(GuestPassRequiredError)
  expect(gate.retryAfter).toBe(FLOOD_MS / 1000)
  expect(noteFlood).toHaveBeenCalledOnce()
  expect(warn).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(FLOOD_MS - 1000)
  await expect(turn()).rejects.toMatchObject({ seconds: 1 })
  vi.advanceTimersByTime(1000)
  expect(await turn()).toBe('203.0.113.9')
})

test('a short crowd, few addresses, and a crowd with a pause are none', async () => {
  crowdFor(CROWD_MS - 1)
  gate.noteCrowd(0)
  crowdFor(CROWD_MS - 1)
  gate.noteCrowd(0)
  crowdFor(CROWD_MS * 10, CROWD - 1)
  expect(await turn()).toBe('203.0.113.9')
  expect(gate.isClosed).toBe(false)
})

test('a flood that continues is prolonged, and logged once', () => {
  crowdFor(CROWD_MS)
  vi.advanceTimersByTime(FLOOD_MS / 2)
  crowdFor(CROWD_MS)
  expect(gate.retryAfter).toBe(FLOOD_MS / 1000)
  expect(warn).toHaveBeenCalledOnce()
})

test('admins can require a pass always or never', async () => {
  settings.guest_check = 'always'
  await expect(turn()).rejects.toThrow(GuestPassRequiredError)
  settings.guest_check = 'never'
  crowdFor(CROWD_MS)
  expect(await turn()).toBe('203.0.113.9')
  expect(noteFlood).not.toHaveBeenCalled()
})

test('a verified search engine needs no pass, and is counted', async () => {
  settings.guest_check = 'always'
  isVerified.mockReturnValueOnce(true)
  expect(await turn()).toBe('203.0.113.9')
  expect(add).toHaveBeenCalledExactlyOnceWith('search_engine_reads')
})
