import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OverloadedError } from '../outage.ts'
import type { CachedResponse, RenderedResponse } from './cached-response.server.ts'
import { ResponseCache } from './response-cache.server.ts'
import { markOutage, tag } from './tags.server.ts'

const page =
  (body: string, ...tags: string[]) =>
  async (): Promise<RenderedResponse> => {
    tag(...tags)
    return { status: 200, headers: { 'content-type': 'text/html' }, body }
  }
const textOf = async (cache: ResponseCache, key: string, make = page('', 'posts')) =>
  (await (await cache.read(key, make)).respond(new Request('http://localhost/'))).text()

describe('page cache', () => {
  it('answers again without making the page again', async () => {
    const cache = new ResponseCache()
    const make = vi.fn(page('one', 'posts'))
    expect(await textOf(cache, '/', make)).toBe('one')
    expect(await textOf(cache, '/', make)).toBe('one')
    expect(make).toHaveBeenCalledOnce()
  })

  it('drops exactly the answers made from a tag', async () => {
    const cache = new ResponseCache()
    await textOf(cache, '/forum', page('list', 'posts'))
    await textOf(cache, '/post/1', page('post', 'post:1'))
    cache.drop(['posts'])
    expect(await textOf(cache, '/forum', page('new list', 'posts'))).toBe('new list')
    expect(await textOf(cache, '/post/1', page('new post', 'post:1'))).toBe('post')
  })

  it('knows what it has, and what it had until a write dropped it, but no address that led nowhere', async () => {
    const cache = new ResponseCache()
    await textOf(cache, '/forum', page('list', 'posts'))
    await cache.read('/lost', async () => ({ ...(await page('', 'posts')()), status: 404 }))
    const known = () => ['/forum', '/lost', '/never'].filter((key) => cache.isKnown(key))
    expect(known()).toEqual(['/forum'])
    cache.drop(['posts'])
    expect(known()).toEqual(['/forum'])
  })

  it('does not keep an answer whose source changed while it was made', async () => {
    const cache = new ResponseCache()
    await textOf(cache, '/', async () => {
      tag('posts')
      cache.drop(['posts'])
      return { status: 200, headers: {}, body: 'old' }
    })
    expect(await textOf(cache, '/', page('new', 'posts'))).toBe('new')
  })

  it('makes a page once for all who ask at the same time, but not for who asks after a write', async () => {
    const cache = new ResponseCache()
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = vi.fn(async () => {
      await promise
      return { status: 200, headers: {}, body: 'slow' }
    })
    const early = [textOf(cache, '/', slow), textOf(cache, '/', slow)]
    cache.drop(['posts'])
    expect(await textOf(cache, '/', page('fresh', 'posts'))).toBe('fresh')
    resolve()
    expect(await Promise.all(early)).toEqual(['slow', 'slow'])
    expect(slow).toHaveBeenCalledOnce()
  })

  it('makes it anew in time though the clock was put back by an hour', async () => {
    vi.useFakeTimers()
    const cache = new ResponseCache({ freshFor: 1000 })
    await textOf(cache, '/', page('old', 'posts'))
    vi.setSystemTime(Date.now() - 3_600_000)
    vi.advanceTimersByTime(1001)
    expect(cache.peek('/')).toBeUndefined()
    await textOf(cache, '/', page('new', 'posts'))
    await vi.waitFor(async () => expect(await textOf(cache, '/', page('newer', 'posts'))).toBe('new'))
    vi.useRealTimers()
  })

  it('serves a stale answer and makes it anew behind', async () => {
    vi.useFakeTimers()
    const cache = new ResponseCache({ freshFor: 1000 })
    await textOf(cache, '/', page('first'))
    vi.advanceTimersByTime(1001)
    expect(cache.peek('/')).toBeUndefined()
    expect(await textOf(cache, '/', page('second'))).toBe('first')
    await vi.runAllTimersAsync()
    expect(await textOf(cache, '/', page('third'))).toBe('second')
    vi.useRealTimers()
  })

  it('keeps neither crashes nor redirects', async () => {
    const cache = new ResponseCache()
    for (const status of [302, 500]) {
      await cache.read('/', async () => ({ status, headers: {}, body: 'gone' }))
      expect(cache.size.answers).toBe(0)
    }
    await expect(cache.read('/', () => Promise.reject(new Error('crash')))).rejects.toThrow('crash')
    expect(await textOf(cache, '/', page('works'))).toBe('works')
  })

  it('stays within its bytes', async () => {
    const cache = new ResponseCache({ maxBytes: 100_000 })
    for (let n = 0; n < 100; n++) await textOf(cache, `/post/${n}`, page('x'.repeat(5000), `post:${n}`))
    expect(cache.size.bytes).toBeLessThanOrEqual(100_000)
    expect(cache.size.answers).toBeGreaterThan(5)
  })

  it('counts what is kept as it is, with compressed forms once there are any', async () => {
    const cache = new ResponseCache({ maxBytes: 10_000_000 })
    const body = randomBytes(100_000).toString('hex')
    const answer = await cache.read('/', page(body))
    const before = cache.size.bytes
    expect(before).toBeGreaterThan(200_000)
    for (const encoding of ['gzip', 'br', 'gzip'])
      await answer.respond(new Request('http://localhost/', { headers: { 'accept-encoding': encoding } }))
    expect(cache.size.bytes - before).toBeGreaterThan(200_000)
    expect(cache.size.bytes - before).toBeLessThan(250_000)
    cache.drop([])
    cache.clear()
    expect(cache.size).toEqual({ answers: 0, bytes: 0 })
  })

  it('lets answers go when the compressed forms of others need the room', async () => {
    const cache = new ResponseCache({ maxBytes: 2_000_000 })
    for (let n = 0; n < 9; n++)
      await cache.read(`/${n}`, page(randomBytes(100_000).toString('hex'), `post:${n}`))
    expect(cache.size.answers).toBe(9)
    for (let n = 0; n < 9; n++) {
      const answer = await cache.read(`/${n}`, page('anew', `post:${n}`))
      await answer.respond(new Request('http://localhost/', { headers: { 'accept-encoding': 'gzip' } }))
    }
    expect(cache.size.bytes).toBeLessThanOrEqual(2_000_000)
    expect(cache.size.answers).toBeLessThan(9)
  })

  it('addresses that lead nowhere push no page out', async () => {
    const cache = new ResponseCache({ maxBytes: 1_000_000 })
    await textOf(cache, '/forum', page('list', 'posts'))
    for (let n = 0; n < 500; n++)
      await cache.read(`/nowhere-${n}`, async () => ({ status: 404, headers: {}, body: 'x'.repeat(9000) }))
    expect(cache.size.bytes).toBeLessThan(80_000)
    expect(await textOf(cache, '/forum', page('anew'))).toBe('list')
    cache.drop(['posts'])
    expect(await textOf(cache, '/forum', page('anew'))).toBe('anew')
  })

  it('what was not found is found once it is there', async () => {
    const cache = new ResponseCache()
    await cache.read('/post/1', async () => {
      tag('post:1')
      return { status: 404, headers: {}, body: 'nothing' }
    })
    expect(await textOf(cache, '/post/1', page('post', 'post:1'))).toBe('nothing')
    cache.drop(['post:1'])
    expect(await textOf(cache, '/post/1', page('post', 'post:1'))).toBe('post')
  })

  it('asks to be let in for what is to be made, not for what is there or on its way', async () => {
    const cache = new ResponseCache()
    const admit = vi.fn((work) => work())
    await Promise.all([cache.read('/', page('one'), admit), cache.read('/', page('two'), admit)])
    await cache.read('/', page('three'), admit)
    expect(admit).toHaveBeenCalledOnce()
    const refuse = () => Promise.reject(new Error('too fast'))
    await expect(cache.read('/other', page('four'), refuse)).rejects.toThrow('too fast')
    expect(await textOf(cache, '/', page('five'))).toBe('one')
  })

  describe('with time', () => {
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())
    const html = (body: string) => page(`<!doctype html><html lang="en">${body}</html>`)
    const away = async (): Promise<RenderedResponse> => {
      markOutage()
      return { status: 503, headers: {}, body: 'away' }
    }
    const ask = async (cache: ResponseCache, make: () => Promise<RenderedResponse>) => {
      const response = await (await cache.read('/', make)).respond(new Request('http://localhost/'))
      return { status: response.status, headers: response.headers, text: await response.text() }
    }

    it('serves nothing older than five minutes', async () => {
      const cache = new ResponseCache()
      await ask(cache, html('old'))
      vi.advanceTimersByTime(5 * 60_000 - 1)
      expect((await ask(cache, html('new'))).text).toContain('old')
      await vi.runAllTimersAsync()
      vi.advanceTimersByTime(5 * 60_000)
      expect((await ask(cache, html('newest'))).text).toContain('newest')
    })

    it('and nothing at all instead of a crash of that age', async () => {
      const cache = new ResponseCache()
      await ask(cache, html('old'))
      vi.advanceTimersByTime(5 * 60_000)
      expect((await ask(cache, async () => ({ status: 500, headers: {}, body: 'crash' }))).text).toBe('crash')
    })

    it.each([
      ['says so', away],
      ['throws', () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))],
    ])('but what it has, marked, while the database is away (it %s)', async (_, make) => {
      vi.setSystemTime('2026-11-22T10:00:00.000Z')
      const cache = new ResponseCache()
      await ask(cache, html('old'))
      vi.advanceTimersByTime(3_600_000)
      const first = await ask(cache, make)
      expect(first.text).toBe(
        '<!doctype html><html data-kept="2026-11-22T10:00:00.000Z" lang="en">old</html>',
      )
      expect(Object.fromEntries(first.headers)).toMatchObject({ age: '3600', 'cache-control': 'no-store' })
      expect((await ask(cache, html('not asked yet'))).text).toBe(first.text)
      vi.advanceTimersByTime(10_001)
      expect((await ask(cache, make)).text).toBe(first.text)
      vi.advanceTimersByTime(10_001)
      expect((await ask(cache, html('back'))).text).toContain('back')
    })

    it('so it is where no turn comes, since a database that hangs has them all', async () => {
      const cache = new ResponseCache()
      await ask(cache, html('old'))
      vi.advanceTimersByTime(5 * 60_000)
      const full = () => Promise.reject(new OverloadedError(5))
      const answer = await cache.read('/', html('never made'), full)
      expect(await (await answer.respond(new Request('http://localhost/'))).text()).toMatch(/data-kept.*old/)
      await expect(cache.read('/other', html('never made'), full)).rejects.toThrow(OverloadedError)
    })

    it('is made once for all who waited for their turn', async () => {
      const cache = new ResponseCache()
      await ask(cache, html('old'))
      vi.advanceTimersByTime(5 * 60_000)
      const make = vi.fn(html('new'))
      const turns: (() => void)[] = []
      const inTurn = async (work: () => Promise<CachedResponse>) => {
        await new Promise<void>((begin) => turns.push(begin))
        return work()
      }
      const both = [cache.read('/', make, inTurn), cache.read('/', make, inTurn)]
      turns[0]?.()
      await both[0]
      turns[1]?.()
      expect(await both[1]).toBe(await both[0])
      expect(make).toHaveBeenCalledOnce()
    })

    it('keeps no page that was made without its database, though it came to something', async () => {
      const cache = new ResponseCache()
      const poor = async () => {
        markOutage()
        return { status: 200, headers: {}, body: 'a page without its lists' }
      }
      expect((await ask(cache, poor)).text).toBe('a page without its lists')
      expect((await ask(cache, html('whole'))).text).toContain('whole')
      vi.advanceTimersByTime(10_001)
      await ask(cache, poor)
      expect((await ask(cache, poor)).text).toContain('whole')
    })
  })

  it('makes everything anew when it is switched off', async () => {
    const cache = new ResponseCache({ enabled: false })
    expect(await textOf(cache, '/', page('one'))).toBe('one')
    expect(await textOf(cache, '/', page('two'))).toBe('two')
  })
})
