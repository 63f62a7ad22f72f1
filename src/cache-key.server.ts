import { knownQuery } from './api/public-queries.ts'

let pageQuery: ((path: string, query: string) => string) | undefined

/** Loads the routes: not before the first page, since components find the server's own client only once it is there. */
export async function loadRoutes(): Promise<void> {
  pageQuery ??= (await import('./page-queries.server.ts')).pageQuery
}

/**
 * What a public answer depends on: path and known parameters, which are also the address it is made for. undefined
 * for a page with parameters as long as the routes are not loaded.
 */
export function cacheKey(url: string): string | undefined {
  const [address = ''] = url.slice(url.indexOf('/', url.indexOf('//') + 2)).split('#')
  const mark = address.indexOf('?')
  if (mark < 0) return address
  const [path, query] = [address.slice(0, mark), address.slice(mark + 1)]
  if (path.startsWith('/api/')) return path + knownQuery(path, query)
  return pageQuery && path + pageQuery(path, query)
}
