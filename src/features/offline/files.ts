import { type Build, buildOf, type Readiness, readinessOf } from './builds.ts'
import { CACHES, type CachedPage, cachedPages, isStorable } from './cache-store.ts'

/** Milliseconds after which a file that nobody waits for is given up, until the next page is read. */
const FETCH_TIMEOUT_MS = 30_000
/** Of the newest so many builds the application is kept, 1.5 MB each; pages of older ones are then plain HTML. */
const WHOLE_BUILDS = 3
/** At once, besides what the page itself loads. */
const CONCURRENCY = 4

/** A file under /assets/, whose content never changes: from the device if it is there. */
export async function file(path: string, signal?: AbortSignal): Promise<Response> {
  const cache = await caches.open(CACHES.assets)
  const cached = await cache.match(path)
  if (cached) return cached
  // Not the page's request: when the page is left, its abort would become an error here, and Firefox tells the page of it.
  const response = await fetch(path, signal && { signal })
  if (isStorable(response, '')) await cache.put(path, response.clone()).catch(() => undefined)
  return response
}

/** Fetches what a page needs and is not on the device yet: mostly out of the browser's own cache. */
export async function fetchFilesOf(assets: readonly string[], whole: boolean): Promise<void> {
  const build = await buildNamedBy(assets, true)
  const wanted = [...assets, ...(build?.starter ?? []), ...(whole && build ? build.application : [])]
  const there = await filesThere()
  const missing = wanted.filter((path) => !there.has(path))
  const fetchNext = async () => {
    for (let path = missing.shift(); path; path = missing.shift())
      await file(path, givenUp()).catch(() => undefined)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, fetchNext))
}

/** Answers for many pages with one look at what is there. */
export async function readiness(): Promise<(page: CachedPage) => Promise<Readiness>> {
  const there = await filesThere()
  return async ({ assets }) =>
    readinessOf(assets, await buildNamedBy(assets, false), (path) => there.has(path))
}

/** Lets go of the files of builds of which no page is kept any more, or only old ones. */
export async function pruneFiles(): Promise<void> {
  const needed = new Set<string>()
  const builds = new Set<string>()
  for (const { assets } of await cachedPages()) {
    const build = await buildNamedBy(assets, false)
    const name = buildOf(assets)
    if (!build || !name) continue
    builds.add(name)
    const application = builds.size <= WHOLE_BUILDS ? build.application : []
    for (const path of [...assets, name, ...build.starter, ...application]) needed.add(path)
  }
  const cache = await caches.open(CACHES.assets)
  // Fonts of other alphabets are named by the style sheet alone, and live as long as the browser keeps them.
  const isIdle = (path: string) => !needed.has(path) && !path.endsWith('.woff2')
  for (const path of await filesThere()) if (isIdle(path)) await cache.delete(path)
}

function givenUp(): AbortSignal {
  return AbortSignal.timeout(FETCH_TIMEOUT_MS)
}

async function filesThere(): Promise<ReadonlySet<string>> {
  const requests = await (await caches.open(CACHES.assets)).keys()
  return new Set(requests.map(({ url }) => new URL(url).pathname))
}

async function buildNamedBy(assets: readonly string[], mayFetch: boolean): Promise<Build | undefined> {
  const path = buildOf(assets)
  if (!path) return undefined
  try {
    const response = mayFetch
      ? await file(path, givenUp())
      : await (await caches.open(CACHES.assets)).match(path)
    return response?.ok ? ((await response.json()) as Build) : undefined
  } catch {
    return undefined
  }
}
