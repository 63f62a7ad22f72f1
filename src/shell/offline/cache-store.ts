import { hasPageFlag } from '../../platform/http/page-protocol.ts'
import { withoutSlug } from '../../shared/branding/item-address.ts'
import { findAssets } from './builds.ts'
import { parseTitle } from './cached-html.ts'

/** Names of the caches. Increment a number when the format changes: caches with other names are deleted. */
export const CACHE_NAMES = { pages: 'pages-1', answers: 'answers-1', assets: 'assets-1' } as const

const AT = 'x-kept-at'
const BYTES = 'x-kept-bytes'
const TITLE = 'x-kept-title'
const ASSETS = 'x-kept-assets'
const NEEDS_APPLICATION = 'x-kept-needs-application'
const OF_THE_LINE = ['content-encoding', 'content-length', 'vary']

export interface CachedPage extends CacheEntry {
  path: string
  title: string
  assets: string[]
  /** Flag of the page (platform/http/page-protocol.ts). False for pages cached before the flag existed. */
  needsApplication: boolean
}

/** Whether to cache a response: a complete same-origin 200. Database failures are marked `no-store`. */
export function isStorable({ status, redirected, type, headers }: Response, content: string): boolean {
  if (headers.get('cache-control') === 'no-store') return false
  const isOfType = headers.get('content-type')?.startsWith(content) === true
  return status === 200 && !redirected && type === 'basic' && isOfType
}

/** Caches a response and consumes its body. Ignores errors, since storage may be full or forbidden. */
export async function writeToCache(
  name: keyof typeof CACHE_NAMES,
  path: string,
  response: Response,
): Promise<void> {
  const text = await response.text()
  const headers = new Headers(response.headers)
  for (const name of OF_THE_LINE) headers.delete(name)
  headers.set(AT, new Date().toISOString())
  headers.set(BYTES, String(new Blob([text]).size))
  if (name === 'pages') {
    headers.set(TITLE, encodeURIComponent(parseTitle(text)))
    headers.set(ASSETS, findAssets(text).join(' '))
    if (hasPageFlag(text, 'needsApplication')) headers.set(NEEDS_APPLICATION, 'true')
  }
  const former = name === 'pages' ? await cachedPathsOf(path) : []
  const cache = await caches.open(CACHE_NAMES[name])
  await cache.put(path, new Response(text, { headers })).catch(() => undefined)
  for (const each of former) if (each !== path) await cache.delete(each)
}

export async function readFromCache(name: keyof typeof CACHE_NAMES, path: string) {
  const response = await (await caches.open(CACHE_NAMES[name])).match(path)
  return response && { response, ...metadataOf(path, response) }
}

export async function removeFromCache(name: keyof typeof CACHE_NAMES, path: string): Promise<void> {
  const cache = await caches.open(CACHE_NAMES[name])
  for (const each of name === 'pages' ? await cachedPathsOf(path) : [path]) await cache.delete(each)
}

/** Returns the paths under which a page is cached. A post's path contains its title, which can change. */
export async function cachedPathsOf(path: string): Promise<string[]> {
  const paths = (await cachedPages()).map((page) => page.path)
  return paths.filter((each) => withoutSlug(each) === withoutSlug(path))
}

export async function cachedPages(): Promise<CachedPage[]> {
  return (await readMetadata(CACHE_NAMES.pages)).sort((one, other) => other.at.localeCompare(one.at))
}

export async function pruneCache(name: 'pages' | 'answers', bounds: ExpirationLimits): Promise<void> {
  const cache = await caches.open(CACHE_NAMES[name])
  for (const url of findExpired(await readMetadata(CACHE_NAMES[name]), bounds, Date.now()))
    await cache.delete(url)
}

async function readMetadata(name: string): Promise<CachedPage[]> {
  const cache = await caches.open(name)
  const entries = await Promise.all(
    (await cache.keys()).map(async ({ url }) => {
      const response = await cache.match(url)
      return response ? [metadataOf(url, response)] : []
    }),
  )
  return entries.flat()
}

function metadataOf(url: string, { headers }: Response): CachedPage {
  const { pathname, search } = new URL(url, location.origin)
  return {
    url,
    path: pathname + search,
    at: headers.get(AT) ?? '',
    bytes: Number(headers.get(BYTES)),
    title: decodeURIComponent(headers.get(TITLE) ?? ''),
    assets: headers.get(ASSETS)?.split(' ').filter(Boolean) ?? [],
    needsApplication: headers.has(NEEDS_APPLICATION),
  }
}

interface CacheEntry {
  url: string
  at: string
  bytes: number
}

export interface ExpirationLimits {
  number: number
  bytes: number
  age: number
}

const DAY = 24 * 60 * 60 * 1000
const MB = 1024 * 1024

/** Limits for cached pages. A post page is about 50 KB, so 100 of them are 5 MB. */
export const PAGE_LIMITS: ExpirationLimits = { number: 100, bytes: 15 * MB, age: 30 * DAY }
/** Limits for cached API responses. A page makes three to five requests, so 300 are 60 to 100 pages. */
export const ANSWER_LIMITS: ExpirationLimits = { number: 300, bytes: 10 * MB, age: 30 * DAY }

/** Returns the URLs of the oldest entries, which must be deleted to stay within the limits. */
export function findExpired(entries: readonly CacheEntry[], limits: ExpirationLimits, now: number): string[] {
  let bytes = 0
  let number = 0
  const newestFirst = entries.toSorted((one, other) => other.at.localeCompare(one.at))
  const gone = newestFirst.filter((each) => {
    bytes += each.bytes
    number++
    return number > limits.number || bytes > limits.bytes || now - Date.parse(each.at) > limits.age
  })
  return gone.map(({ url }) => url)
}
