import { describe, expect, it, vi } from 'vitest'
import type { PlainAnswer } from './answer.server.ts'
import { PageCache, tag } from './pages.server.ts'

const page =
  (body: string, ...tags: string[]) =>
  async (): Promise<PlainAnswer> => {
    tag(...tags)
    return { status: 200, headers: { 'content-type': 'text/html' }, body }
  }
const textOf = async (cache: PageCache, key: string, make = page('', 'posts')) =>
  (await (await cache.read(key, make)).respond(new Request('http://localhost/'))).text()

describe('page cache', () => {
  it('answers again without making the page again', async () => {
    const cache = new PageCache()
    const make = vi.fn(page('one', 'posts'))
    expect(await textOf(cache, '/', make)).toBe('one')
    expect(await textOf(cache, '/', make)).toBe('one')
    expect(make).toHaveBeenCalledOnce()
  })

  it('drops exactly the answers made from a tag', async () => {
    const cache = new PageCache()
    await textOf(cache, '/forum', page('list', 'posts'))
    await textOf(cache, '/post/1', page('post', 'post:1'))
    cache.drop(['posts'])
    expect(await textOf(cache, '/forum', page('new list', 'posts'))).toBe('new list')
    expect(await textOf(cache, '/post/1', page('new post', 'post:1'))).toBe('post')
  })

  it('does not keep an answer whose source changed while it was made', async () => {
    const cache = new PageCache()
    await textOf(cache, '/', async () => {
      tag('posts')
      cache.drop(['posts'])
      return { status: 200, headers: {}, body: 'old' }
    })
    expect(await textOf(cache, '/', page('new', 'posts'))).toBe('new')
  })

  it('makes a page once for all who ask at the same time, but not for who asks after a write', async () => {
    const cache = new PageCache()
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

  it('serves a stale answer and makes it anew behind', async () => {
    vi.useFakeTimers()
    const cache = new PageCache({ freshFor: 1000 })
    await textOf(cache, '/', page('first'))
    vi.advanceTimersByTime(1001)
    expect(cache.peek('/')).toBeUndefined()
    expect(await textOf(cache, '/', page('second'))).toBe('first')
    await vi.runAllTimersAsync()
    expect(await textOf(cache, '/', page('third'))).toBe('second')
    vi.useRealTimers()
  })

  it('keeps neither crashes nor redirects', async () => {
    const cache = new PageCache()
    for (const status of [302, 500]) {
      await cache.read('/', async () => ({ status, headers: {}, body: 'gone' }))
      expect(cache.size.answers).toBe(0)
    }
    await expect(cache.read('/', () => Promise.reject(new Error('crash')))).rejects.toThrow('crash')
    expect(await textOf(cache, '/', page('works'))).toBe('works')
  })

  it('stays within its bytes', async () => {
    const cache = new PageCache({ maxBytes: 100_000 })
    for (let n = 0; n < 100; n++) await textOf(cache, `/post/${n}`, page('x'.repeat(5000), `post:${n}`))
    expect(cache.size.bytes).toBeLessThanOrEqual(100_000)
    expect(cache.size.answers).toBeGreaterThan(5)
  })

  it('makes everything anew when it is switched off', async () => {
    const cache = new PageCache({ enabled: false })
    expect(await textOf(cache, '/', page('one'))).toBe('one')
    expect(await textOf(cache, '/', page('two'))).toBe('two')
  })
})
