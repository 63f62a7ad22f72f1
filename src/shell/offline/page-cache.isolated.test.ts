import { beforeEach, expect, test, vi } from 'vitest'
import { CACHE_NAMES, readFromCache } from './cache-store.ts'
import { cacheAnswer, cachedCopy, cachePage } from './page-cache.ts'

const ANSWER = '/api/posts/0199b3c4-7a1e-7c3b-9d2f-0000000000a1'
const PAGE = '/post/0199b3c4-7a1e-7c3b-9d2f-0000000000a1'

beforeEach(() => {
  vi.stubGlobal('caches', new Shelves())
  vi.stubGlobal('location', { origin: 'http://localhost:3000' })
})

test.each([404, 410])('what was kept and is now %i is let go, pages and public answers', async (status) => {
  await cacheAnswer(ANSWER, came(200, 'application/json'))
  await cachePage(PAGE, came(200, 'text/html; charset=utf-8'))
  expect(await kept()).toEqual([true, true])
  await cacheAnswer(ANSWER, came(status, 'application/json'))
  await cachePage(PAGE, came(status, 'text/html'))
  expect(await kept()).toEqual([false, false])
})

test.each([401, 429, 500, 503])('a %i says nothing about what is kept', async (status) => {
  await cacheAnswer(ANSWER, came(200, 'application/json'))
  await cachePage(PAGE, came(200, 'text/html'))
  await cacheAnswer(ANSWER, came(status, 'application/json'))
  await cachePage(PAGE, came(status, 'text/html'))
  expect(await kept()).toEqual([true, true])
})

test('a page that is nothing without the application is opened only with all of it', async () => {
  const script = '<script src="/assets/index-a.js"></script>'
  await cachePage(PAGE, came(200, 'text/html', `<html lang="en">${script}`))
  await cachePage('/messages', came(200, 'text/html', `<html data-needs-application="" lang="en">${script}`))
  const opened = async () => [
    (await cachedCopy(PAGE)) !== undefined,
    (await cachedCopy('/messages')) !== undefined,
  ]
  const assets = await caches.open(CACHE_NAMES.assets)
  await assets.put('/assets/index-a.js', new Response())
  await assets.put('/assets/index-a.json', Response.json({ starter: [], application: ['/assets/app-a.js'] }))
  expect(await opened()).toEqual([true, false])
  await assets.put('/assets/app-a.js', new Response())
  expect(await opened()).toEqual([true, true])
})

test('a post is kept once, under its newest address, and found and let go at any', async () => {
  const page = () => came(200, 'text/html')
  for (const path of [PAGE, `${PAGE}/old-title`, `${PAGE}/new-title`]) await cachePage(path, page())
  const keys = async () =>
    (await (await caches.open(CACHE_NAMES.pages)).keys()).map(({ url }) => new URL(url).pathname)
  expect(await keys()).toEqual([`${PAGE}/new-title`])
  for (const path of [PAGE, `${PAGE}/old-title`]) {
    const answer = await cachedCopy(path)
    expect(answer?.status).toBe(302)
    expect(answer?.headers.get('location')).toBe(`http://localhost:3000${PAGE}/new-title`)
  }
  await cachePage(`${PAGE}/history`, page())
  await cachePage(PAGE, came(410, 'text/html'))
  expect(await keys()).toEqual([`${PAGE}/history`])
})

async function kept(): Promise<boolean[]> {
  return [
    (await readFromCache('answers', ANSWER)) !== undefined,
    (await readFromCache('pages', PAGE)) !== undefined,
  ]
}

/** Returns a same-origin response, like those that a service worker receives. */
function came(status: number, type: string, body = '{}'): Response {
  const response = new Response(body, { status, headers: { 'content-type': type } })
  return Object.defineProperty(response, 'type', { value: 'basic' })
}

/** Implements the part of the browser's CacheStorage that the service worker uses. */
class Shelves {
  private readonly shelves = new Map<string, Map<string, Response>>()

  async open(name: string) {
    const shelf = this.shelves.get(name) ?? new Map<string, Response>()
    this.shelves.set(name, shelf)
    return {
      put: async (path: string, response: Response) => void shelf.set(path, response),
      match: async (url: string) => shelf.get(url.replace('http://localhost:3000', ''))?.clone(),
      delete: async (path: string) => shelf.delete(path),
      keys: async () => [...shelf.keys()].map((path) => ({ url: `http://localhost:3000${path}` })),
    }
  }
}
