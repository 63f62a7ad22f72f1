import { isCacheable, OFFLINE_PAGE } from './addresses.ts'
import { findBuildPath } from './builds.ts'
import {
  ANSWER_LIMITS,
  CACHE_NAMES,
  type CachedPage,
  cachedPages,
  cachedPathsOf,
  isStorable,
  PAGE_LIMITS,
  pruneCache,
  readFromCache,
  removeFromCache,
  writeToCache,
} from './cache-store.ts'
import { markCached, withCachedPages } from './cached-html.ts'
import { fetchFilesOf, loadReadinessCheck, pruneFiles } from './files.ts'

const FRESH_MS = 60_000
/** Timeout of background requests, in milliseconds. */
const FETCH_TIMEOUT_MS = 30_000

const GONE = [404, 410]

export function cachePage(path: string, response: Response): Promise<void> {
  return cacheResponse('pages', path, response)
}

export function cacheAnswer(path: string, response: Response): Promise<void> {
  return cacheResponse('answers', path, response)
}

/** Caches the current page with its files. `whole` is set for members and includes the React application. */
export async function cacheCurrentPage(path: string, whole: boolean): Promise<void> {
  await freshen(path)
  const page = (await readFromCache('pages', path)) ?? (await readFromCache('pages', OFFLINE_PAGE))
  if (!page) return
  await fetchFilesOf(page.assets, whole)
  await cacheOfflinePage(findBuildPath(page.assets))
  await pruneCache('pages', PAGE_LIMITS)
  await pruneCache('answers', ANSWER_LIMITS)
  await pruneFiles()
}

/** Caches the offline page in advance. Caches it again after an update of the forum. */
export async function cacheOfflinePage(build?: string): Promise<void> {
  const cached = await readFromCache('pages', OFFLINE_PAGE)
  if (!cached || findBuildPath(cached.assets) !== build || isOld(cached, PAGE_LIMITS.age / 2))
    await fetchPage(OFFLINE_PAGE)
  await fetchFilesOf((await readFromCache('pages', OFFLINE_PAGE))?.assets ?? [], false)
}

export async function deleteCachedPages(): Promise<void> {
  for (const { path } of await cachedPages()) if (path !== OFFLINE_PAGE) await removeFromCache('pages', path)
  await caches.delete(CACHE_NAMES.answers)
}

/** Returns the cached page. If a post is cached under another slug, returns a redirect to it. */
export async function cachedCopy(path: string): Promise<Response | undefined> {
  const cached = await readFromCache('pages', path)
  const [other] = cached ? [] : await cachedPathsOf(path)
  if (other) return Response.redirect(new URL(other, location.origin), 302)
  const ready = cached && (await (await loadReadinessCheck())(cached))
  if (!cached || !isOpenable(cached, ready)) return undefined
  const html = markCached(await cached.response.text(), cached.at, ready !== 'whole')
  return new Response(html, { headers: cached.response.headers })
}

export async function offlinePage(): Promise<Response | undefined> {
  const page = await readFromCache('pages', OFFLINE_PAGE)
  if (!page) return undefined
  const html = withCachedPages(await page.response.text(), await openablePages())
  const { headers } = page.response
  return new Response(markCached(html, page.at, true), { status: 503, headers })
}

async function cacheResponse(name: keyof typeof CONTENT, path: string, response: Response): Promise<void> {
  if (GONE.includes(response.status)) return removeFromCache(name, path)
  if (isCacheable(path) && isStorable(response, CONTENT[name])) await writeToCache(name, path, response)
}

const CONTENT = { pages: 'text/html', answers: 'application/json' } as const

async function openablePages(): Promise<CachedPage[]> {
  const look = await loadReadinessCheck()
  const pages = await Promise.all(
    (await cachedPages()).map(async (page) => {
      const isListed = page.path !== OFFLINE_PAGE && !page.needsApplication
      return isListed && isOpenable(page, await look(page)) ? [page] : []
    }),
  )
  return pages.flat()
}

function isOpenable({ needsApplication }: CachedPage, ready: string | undefined): boolean {
  return ready === 'whole' || (ready === 'readable' && !needsApplication)
}

async function freshen(path: string): Promise<void> {
  if (!isCacheable(path)) return
  const cached = await readFromCache('pages', path)
  if (!cached || isOld(cached, FRESH_MS)) await fetchPage(path)
}

async function fetchPage(path: string): Promise<void> {
  const response = await fetch(path, {
    headers: { accept: 'text/html' },
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  }).catch(() => undefined)
  if (response) await cachePage(path, response)
}

function isOld({ at }: CachedPage, age: number): boolean {
  return Date.now() - Date.parse(at) > age
}
