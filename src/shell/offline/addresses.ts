import { PUBLIC_API } from '../../core/public-paths.ts'

/** Shown instead of pages that are not cached. Lists the cached ones. */
export const OFFLINE_PAGE = '/offline'

export interface FetchedRequest {
  method: string
  url: string
  mode: string
  headers: { has(name: string): boolean }
}

export type RequestKind = 'page' | 'answer' | 'asset'

/** Returns undefined if the worker does not handle the request. */
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

/** Pages and public responses contain nothing private, except searches and URLs with a token. */
export function isCacheable(path: string): boolean {
  const { pathname, searchParams } = new URL(path, 'http://here')
  return !UNKEPT.test(pathname) && !PRIVATE_PARAMETERS.some((name) => searchParams.has(name))
}

const UNKEPT = /^\/(auth|api\/suggestions)\b/
const PRIVATE_PARAMETERS = ['search', 'token', 'verify', 'admin']
const NO_PAGE = /^\/(api|assets|files|healthz|readyz|metrics)(\/|$)|\.\w+$/
