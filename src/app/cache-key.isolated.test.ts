import type { AnyRoute } from '@tanstack/react-router'
import { beforeAll, describe, expect, it } from 'vitest'
import { ADDRESSES } from '../../tests/addresses.ts'
import { cacheKey, loadRoutes } from './cache-key.server.ts'
import { operations } from './operations.server.ts'
import { normalizeQuery, PUBLIC_QUERIES } from './public-queries.ts'
import { routeTree } from './routeTree.gen.ts'

const SIGHTS = {
  post: 'p',
  removedPost: 'r',
  editedComment: '01993a5e-7c11-7000-8000-0123456789ab',
  ownPost: 'o',
  username: 'ada',
  other: 'bo',
  concept: 'c',
  note: 'n',
}
const PAGES = ADDRESSES.map(({ path }) => path(SIGHTS))
const keyOf = (address: string) => cacheKey(`http://localhost:3000${address}`)
const more = (address: string, query: string) => `${address}${address.includes('?') ? '&' : '?'}${query}`

it('a page with parameters has no key before its routes are loaded, all others have', () => {
  expect(keyOf('/forum?x=1')).toBeUndefined()
  expect(keyOf('/forum')).toBe('/forum')
  expect(keyOf('/api/posts?x=1')).toBe('/api/posts')
})

describe('of a page', () => {
  beforeAll(() => loadRoutes())

  it('the address is the key, whatever else is in it', () => {
    for (const address of PAGES) {
      expect.soft(keyOf(address)).toBe(address)
      expect.soft(keyOf(more(address, 'x=1&utm_source=y&__proto__=z&constructor=1&x[]=2'))).toBe(address)
    }
  })

  it('parameters have one order', () => {
    const key = '/forum?search=a+b&sort=top&time=week'
    expect(keyOf('/forum?time=week&x=1&sort=top&search=a%20b')).toBe(key)
    expect(keyOf(key)).toBe(key)
  })

  it('the key of a key is the key', () => {
    for (const query of [
      'search=%00%ff&sort=top',
      'search=1e3',
      'tab=sign-up&redirect=/post/1',
      'with=&start=x',
    ])
      for (const page of PAGES) {
        const key = keyOf(more(page, query)) ?? ''
        expect.soft(keyOf(key)).toBe(key)
      }
  })

  it.each(['/no-such-page?x=1', '/post/%ff?x=1', '/%E0%A4%A?x=1', '//evil?x=1'])(
    '%s has no parameters',
    (page) => {
      expect(keyOf(page)).toBe(page.slice(0, page.indexOf('?')))
    },
  )

  it('a route that reads parameters says which: else its pages would be one', () => {
    const routes = Object.values((routeTree as AnyRoute).children ?? {}) as AnyRoute[]
    expect(routes.length).toBeGreaterThan(30)
    for (const { options, id } of routes)
      if (/\bsearch\b|useSearch|useLoaderDeps/.test(`${options.loaderDeps ?? ''}${options.component ?? ''}`))
        expect(options.validateSearch, id).toBeTypeOf('function')
  })
})

describe('of a public question', () => {
  it('there is one for every public operation, and its parameters are those of the contract', () => {
    const reading = operations.filter(({ method, path }) => method === 'GET' && PUBLIC.test(path))
    expect(PUBLIC_QUERIES.map(({ name }) => name).sort()).toEqual(reading.map(({ name }) => name).sort())
    for (const { name, procedure } of reading) {
      const { inputSchema } = (procedure as DeclaredProcedure)['~orpc']
      // The cache key finds the parameters in `shape`, which only object schemas have.
      if (inputSchema) expect(inputSchema.shape, name).toBeTypeOf('object')
    }
  })

  it('what the contract does not know makes no other key', () => {
    expect(keyOf('/api/posts?x=1&sort=top&author=mara')).toBe('/api/posts?author=mara&sort=top')
    expect(keyOf('/api/posts?concepts[1]=b&concepts[0]=a&y')).toBe(
      '/api/posts?concepts%5B0%5D=a&concepts%5B1%5D=b',
    )
    expect(keyOf('/api/posts/1/related?id=2&limit=3')).toBe('/api/posts/1/related')
    expect(keyOf('/api/no-such-operation?search=1')).toBe('/api/no-such-operation')
    expect(normalizeQuery('/api/posts', 'limit=1')).toBe('?limit=1')
  })
})

const PUBLIC =
  /^\/(moderation\/(actions|transparency)$|site($|\/texts\/)|(posts|comments|concepts|community|profiles|notes|search|suggestions|thinkers|resources|events|rules)(\/|$))/
interface DeclaredProcedure {
  '~orpc': { inputSchema?: { shape?: object } }
}
