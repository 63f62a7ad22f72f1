import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../tests/world.ts'
import { CachedResponse } from '../platform/cache/cached-response.server.ts'
import { ResponseCache } from '../platform/cache/response-cache.server.ts'
import { cacheKey } from './cache-key.server.ts'
import { isCurrentAddress, redirectToCurrentAddress, renderAtAddress } from './post-address.server.ts'
import { router } from './router.server.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

/** Returns the path at which the page of a cache key is rendered. */
async function renderedAt(key: string): Promise<string> {
  let path = ''
  await renderAtAddress(key, { visitorDb: world.db }, async (asked) => {
    path = asked
    return { status: 200, headers: {}, body: '' }
  })
  return path
}

const answer = (status: number, location?: string) =>
  new CachedResponse({ status, headers: location ? { 'content-location': location } : {}, body: '' })

describe('a post is rendered at', () => {
  it('the address with its title, with its parameters', async () => {
    const id = await world.buildPost({ title: 'What it is like' })
    expect(await renderedAt(`/post/${id}`)).toBe(`/post/${id}/what-it-is-like`)
    expect(await renderedAt(`/post/${id.toUpperCase()}?sort=newest`)).toBe(
      `/post/${id}/what-it-is-like?sort=newest`,
    )
  })

  it('the address without a title while it is removed or deleted, so that nothing tells it', async () => {
    const { author, moderator } = world.people
    const [deleted, removed] = [
      await world.buildPost({ author, title: 'A secret' }),
      await world.buildPost({ author, title: 'A secret' }),
    ]
    await world.buildComment({ post_id: deleted })
    await call(router.posts.remove, { id: deleted }, { context: world.asContext(author) })
    const why = { id: removed, reason: 'It reveals a secret.' }
    await call(router.removals.removePost, why, { context: world.asContext(moderator) })
    for (const id of [deleted, removed]) expect(await renderedAt(`/post/${id}`)).toBe(`/post/${id}`)
    const unknown = '0199b3c4-7a1e-7c3b-9d2f-008b03506891'
    for (const path of [`/post/${unknown}`, '/post/none', '/post/%ff', '/forum?sort=top', '/post/1/edit'])
      expect(await renderedAt(path)).toBe(path)
  })

  it('its new address after its title changed', async () => {
    const id = await world.buildPost({ title: 'Before' })
    const cache = new ResponseCache()
    const read = () =>
      cache.read(`/post/${id}`, () =>
        renderAtAddress(`/post/${id}`, { visitorDb: world.db }, async () => ({
          status: 200,
          headers: {},
          body: '',
        })),
      )
    expect((await read()).location).toBe(`/post/${id}/before`)
    await world.db.updateTable('posts').set({ title: 'After' }).where('id', '=', id).execute()
    cache.drop([`post:${id}`])
    expect((await read()).location).toBe(`/post/${id}/after`)
  })
})

it('invented titles share the cache entry of the post', () => {
  const keys = ['', '/', '/a', '/b', '/%ff', '/edit-wars'].map((slug) =>
    cacheKey(`http://localhost/post/1${slug}`),
  )
  expect(new Set(keys)).toEqual(new Set(['/post/1']))
  expect(cacheKey('http://localhost/post/1/edit')).toBe('/post/1/edit')
})

it.each<[string, boolean]>([
  ['/post/1/bewu%C3%9Ft', true],
  ['/post/1/bewu%c3%9ft?sort=newest', true],
  ['/post/1/bewußt', true],
  ['/post/1', false],
  ['/post/1/', false],
  ['/post/1/other', false],
  ['/post/1/%ff', false],
])('%s is the current address: %s', (path, isCurrent) => {
  const url = `http://localhost:3000${path}`
  for (const status of [200, 404, 410, 503])
    expect(isCurrentAddress(answer(status, '/post/1/bewu%C3%9Ft'), url)).toBe(isCurrent)
  expect(isCurrentAddress(answer(307, '/post/1/bewu%C3%9Ft'), url)).toBe(true)
  expect(isCurrentAddress(answer(200), url)).toBe(true)
})

it.each([
  [200, 308],
  [404, 307],
  [410, 307],
])('a redirect to a %i is a %i, keeps the query, and is not cached', (status, redirect) => {
  const response = redirectToCurrentAddress(
    answer(status, '/post/1/a'),
    'http://localhost/post/1/b?sort=newest&x=%20',
  )
  expect(response?.status).toBe(redirect)
  expect(response?.headers.get('location')).toBe('/post/1/a?sort=newest&x=%20')
  expect(response?.headers.get('cache-control')).toBe('no-store')
})
