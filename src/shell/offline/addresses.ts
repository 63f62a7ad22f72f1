import { PUBLIC_API } from '../../core/public-paths.ts'

/** Path of the page that the worker shows instead of pages that are not cached. It lists the cached ones. */
export const OFFLINE_PAGE = '/offline'

export interface FetchedRequest {
  method: string
  url: string
  mode: string
  headers: { has(name: string): boolean }
}

export type RequestKind = 'page' | 'answer' | 'asset'

/** Returns how the worker handles a request. Undefined if it leaves the request to the browser. */
export function findRequestKind(
  { method, url, mode, headers }: FetchedRequest,
  origin: string,
): RequestKind | undefined {
  const { origin: host, pathname } = new URL(url)
  if (method !== 'GET' || host !== origin || headers.has('range')) return undefined
  if (pathname.startsWith('/assets/')) return 'asset'
  if (mode === 'navigate') return NO_PAGE.test(pathname) ? undefined : 'page'
  return PUBLIC_API.test(pathname) ? 'answer' : undefined
}

/** Whether a URL may be cached. Searches and URLs with a token are private, so they are not cached. */
export function isCacheable(path: string): boolean {
  const { pathname, searchParams } = new URL(path, 'http://here')
  return !UNKEPT.test(pathname) && !PRIVATE_PARAMETERS.some((name) => searchParams.has(name))
}

const UNKEPT = /^\/(auth|api\/suggestions)\b/
const PRIVATE_PARAMETERS = ['search', 'token', 'verify', 'admin']
const NO_PAGE = /^\/(api|assets|files|healthz|readyz|metrics)(\/|$)|\.\w+$/
