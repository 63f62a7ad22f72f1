import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RateLimiter } from '../../platform/rate-limiter.server.ts'
import { Overloaded } from '../../platform/semaphore.server.ts'
import { Admission } from './admission.server.ts'
import type { Services } from './context.server.ts'
import type { Viewer } from './viewer.ts'

const ADDRESS = '203.0.113.9'
const ADA = { id: 'ada' } as Viewer
const pressure = { watch: vi.fn(), admit: vi.fn() }
const isKnown = vi.fn((_key: string) => false)
const work = vi.fn(async () => 'done')

beforeEach(() => {
  vi.resetAllMocks()
  work.mockResolvedValue('done')
})
afterEach(() => {
  vi.useRealTimers()
})

function admission(RATE_LIMITS = true): Admission {
  const services = {
    config: { RATE_LIMITS },
    pressure,
    rateLimiter: new RateLimiter(),
    responseCache: { isKnown },
  }
  return new Admission(services as unknown as Services)
}

const askedAs = async (key: string, viewer: Viewer | null = null) => {
  expect(await admission().of(key, ADDRESS, viewer)(work)).toBe('done')
  return pressure.admit.mock.calls.flat()
}

test.each([
  '/search?search=memory',
  '/forum?sort=new&search=memory',
  '/forum?cursor=abc',
  '/api/posts?limit=20&cursor=abc',
  '/feeds/posts.atom',
  '/sitemap.xml',
  '/sitemap-posts-1.xml',
  '/post/0190/image-3f9a.png',
])('%s is expensive', async (key) => {
  expect(await askedAs(key)).toEqual(['expensive'])
})

test.each([
  '/',
  '/forum',
  '/forum?sort=new',
  '/forum?search=',
  '/forum?cursor=&sort=new',
  '/forum?research=memory',
  '/post/search=memory',
  '/post/0190',
  '/profile/feeds/',
  '/about/sitemap',
  '/post/0190/image-3f9a.png.html',
])('%s costs what a page costs', async (key) => {
  expect(await askedAs(key)).toEqual(['guest'])
})

test('what was kept until a write dropped it is made for all, however much there is', async () => {
  isKnown.mockReturnValue(true)
  expect(await askedAs('/forum')).toEqual([])
})

test('a search stays expensive also where it is kept', async () => {
  isKnown.mockReturnValue(true)
  expect(await askedAs('/forum?search=memory')).toEqual(['expensive'])
})

test.each(['/forum', '/forum?search=memory'])('a member asks for %s as a member', async (key) => {
  expect(await askedAs(key, ADA)).toEqual(['member'])
})

test('who is refused hears it after half a second, and nothing was begun', async () => {
  vi.useFakeTimers()
  pressure.admit.mockImplementation(() => {
    throw new Overloaded(5)
  })
  const heard = vi.fn()
  const asked = admission().of('/forum', ADDRESS)(work).catch(heard)
  await vi.advanceTimersByTimeAsync(499)
  expect(heard).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await asked
  expect(heard).toHaveBeenCalledExactlyOnceWith(expect.any(Overloaded))
  expect(work).not.toHaveBeenCalled()
})

test('where nothing is limited nobody is asked', async () => {
  expect(await admission(false).of('/forum?search=memory', ADDRESS)(work)).toBe('done')
  expect(pressure.admit).not.toHaveBeenCalled()
})
