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

const askedAs = async (key: string, member?: string) => {
  expect(await admission().of(key, ADDRESS, async () => member)(work)).toBe('done')
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
  expect(await askedAs(key, ADA.id)).toEqual(['member'])
})

test.each(['/search?search=', '/post/'])(
  'a member waits for no guest with %s, however many there are',
  async (key) => {
    const turns = admission()
    const { promise: end, resolve } = Promise.withResolvers<string>()
    const guests = Array.from({ length: 20 }, (_, n) => turns.of(key + n, `10.0.0.${n}`)(() => end))
    expect(await turns.of(`${key}last`, ADDRESS, async () => ADA.id)(work)).toBe('done')
    resolve('late')
    await Promise.all(guests)
  },
)

test('a member who asks for much at once waits in turn, and is refused what is too much', async () => {
  const turns = admission()
  const { promise: end, resolve } = Promise.withResolvers<string>()
  const ask = (member: string) => turns.of('/post/0190', ADDRESS, async () => member)(() => end)
  const asked = Array.from({ length: 12 }, () => ask(ADA.id))
  await expect(ask(ADA.id)).rejects.toThrow(Overloaded)
  const other = ask('bo')
  resolve('done')
  expect(await Promise.all([...asked, other])).toHaveLength(13)
})

test('what is a member’s own waits in no line, and is refused as a member’s', async () => {
  expect(await admission().ofOwn('/api/me', ADDRESS, ADA)(work)).toBe('done')
  expect(pressure.admit.mock.calls.flat()).toEqual(['member'])
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
