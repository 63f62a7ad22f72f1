import { GUEST_CHECK_HEADER } from '../../platform/http/page-protocol.ts'
import { handlePushEvents } from '../push/worker-push.ts'
import { findRequestKind, OFFLINE_PAGE } from './addresses.ts'
import { CACHE_NAMES, readFromCache } from './cache-store.ts'
import { fetchFile } from './files.ts'
import {
  cacheAnswer,
  cacheCurrentPage,
  cachedCopy,
  cacheOfflinePage,
  cachePage,
  deleteCachedPages,
  offlinePage,
} from './page-cache.ts'
import { type FetchCall, type ToPage, type ToWorker, workerScope } from './worker-scope.ts'

/** Milliseconds to wait for the network before using the cached page. */
const NETWORK_TIMEOUT_MS = 4000
/** HTTP status codes that a proxy sends while the forum is down. */
const AWAY = [502, 503, 504]

// Does not call skipWaiting, so a new worker starts only when all pages are closed. This is harmless, because
// the worker does not depend on the forum's version.
workerScope.addEventListener('install', (event) => event.waitUntil(cacheOfflinePage()))

workerScope.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteOldCaches(), workerScope.registration.navigationPreload?.enable()]))
  // Makes the first worker control the page that registered it, without a reload.
  event.waitUntil(workerScope.clients.claim())
})

workerScope.addEventListener('fetch', (event) => {
  const kind = findRequestKind(event.request, workerScope.location.origin)
  if (kind) event.respondWith(ANSWERS[kind](event, pathOf(event.request.url)))
})

handlePushEvents(workerScope)

let work = Promise.resolve()

workerScope.addEventListener('message', (event) => {
  const said = event.data as ToWorker
  const act = () => ('forget' in said ? deleteCachedPages() : cacheCurrentPage(said.read, said.whole))
  // Deletes at once after a sign-out, and again after pending work, which may still cache pages.
  if ('forget' in said) event.waitUntil(act())
  work = work.then(act).catch(() => undefined)
  event.waitUntil(work)
})

const ANSWERS = {
  asset: (_: FetchCall, path: string) => fetchFile(path),
  page: answerPage,
  answer: answerApi,
}

async function answerPage(event: FetchCall, path: string): Promise<Response> {
  const online = fromNetwork(event, (response) => cachePage(path, response))
  if (path === OFFLINE_PAGE) return (await offlinePage()) ?? online
  const answer = await networkFirst(online, () => cachedCopy(path), NETWORK_TIMEOUT_MS)
  return answer ?? (await offlinePage()) ?? Response.error()
}

/** Handles an API request. Waits even for a slow network, and uses the cache only if the request fails. */
async function answerApi(event: FetchCall, path: string): Promise<Response> {
  const online = fromNetwork(event, (response) => cacheAnswer(path, response))
  const answer = await networkFirst(online, async () => {
    if (event.request.signal.aborted) return undefined
    const cached = await readFromCache('answers', path)
    if (cached) postToPage(event, { kept: cached.at })
    return cached?.response
  })
  if (!answer && !event.request.signal.aborted) postToPage(event, { kept: null })
  return answer ?? Response.error()
}

async function fromNetwork(event: FetchCall, keep: (response: Response) => Promise<void>): Promise<Response> {
  const fetching = Promise.resolve(event.preloadResponse).then(
    (preloaded) => preloaded ?? fetch(event.request),
  )
  event.waitUntil(fetching.then((response) => keep(response.clone())).catch(() => undefined))
  return fetching
}

/** Returns the network's response if it arrives within `timeoutMs`, else the cached one. If none, waits. */
async function networkFirst(
  online: Promise<Response>,
  readCached: () => Promise<Response | undefined>,
  timeoutMs?: number,
): Promise<Response | undefined> {
  const response = online.catch(() => undefined)
  const tooLate = new Promise<undefined>((done) => timeoutMs && setTimeout(done, timeoutMs))
  const inTime = await Promise.race([response, tooLate])
  const isCheck = inTime?.headers.has(GUEST_CHECK_HEADER)
  if (inTime && (isCheck || !AWAY.includes(inTime.status))) return inTime
  return (await readCached()) ?? (await response)
}

async function deleteOldCaches(): Promise<void> {
  const ours: string[] = Object.values(CACHE_NAMES)
  for (const name of await caches.keys()) if (!ours.includes(name)) await caches.delete(name)
}

function postToPage({ clientId }: FetchCall, message: ToPage): void {
  void workerScope.clients.get(clientId).then((page) => page?.postMessage(message))
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
