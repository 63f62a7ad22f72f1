import { PUBLIC_API } from '../../api/core/public-paths.ts'

/** Answered for any page that was not read on this device; holds the list of those that were. */
export const OFFLINE_PAGE = '/offline'

/** What a request asks for, as far as it matters here. */
export interface FetchedRequest {
  method: string
  /** Absolute. */
  url: string
  mode: string
  headers: { has(name: string): boolean }
}

export type Kind = 'page' | 'answer' | 'asset'

/** What the worker answers; nothing: the request goes its way as if there were no worker. */
export function kindOf({ method, url, mode, headers }: FetchedRequest, origin: string): Kind | undefined {
  const { origin: host, pathname } = new URL(url)
  if (method !== 'GET' || host !== origin || headers.has('range')) return undefined
  if (pathname.startsWith('/assets/')) return 'asset'
  if (mode === 'navigate') return NO_PAGE.test(pathname) ? undefined : 'page'
  return PUBLIC_API.test(pathname) ? 'answer' : undefined
}

/**
 * Whether an answer may be kept on the device, by its path and search. Pages and public answers hold nothing private;
 * but what somebody searched for is theirs, and an address may carry a token.
 */
export function isCacheable(path: string): boolean {
  const { pathname, searchParams } = new URL(path, 'http://here')
  return !UNKEPT.test(pathname) && !PRIVATE_PARAMETERS.some((name) => searchParams.has(name))
}

const UNKEPT = /^\/(auth|api\/suggestions)\b/
const PRIVATE_PARAMETERS = ['search', 'token', 'verify', 'admin']
/** Data, files, downloads, probes. */
const NO_PAGE = /^\/(api|assets|files|healthz|readyz|metrics)(\/|$)|\.\w+$/
