import { withoutSlug } from '../shared/branding/item-address.ts'
import { normalizeQuery } from './public-queries.ts'

let pageQuery: ((path: string, query: string) => string) | undefined

/** Loads the routes on the first request, because their components need `pageRendering`, which is set at startup. */
export async function loadRoutes(): Promise<void> {
  pageQuery ??= (await import('./page-queries.server.ts')).pageQuery
}

/** Returns the cache key: path (of a post, without slug) and known parameters. Undefined for a page with parameters before `loadRoutes`. */
export function cacheKey(url: string): string | undefined {
  const [address = ''] = url.slice(url.indexOf('/', url.indexOf('//') + 2)).split('#')
  const mark = address.indexOf('?')
  if (mark < 0) return withoutSlug(address)
  const [path, query] = [address.slice(0, mark), address.slice(mark + 1)]
  if (path.startsWith('/api/')) return path + normalizeQuery(path, query)
  return pageQuery && withoutSlug(path) + pageQuery(path, query)
}
