import { type Build, determineReadiness, findBuildPath, type Readiness } from './builds.ts'
import { CACHE_NAMES, type CachedPage, cachedPages, isStorable } from './cache-store.ts'

/** Timeout of background requests, in milliseconds. */
const FETCH_TIMEOUT_MS = 30_000
/** Number of newest builds to cache completely, 1.5 MB each. Pages of older builds appear as plain HTML. */
const WHOLE_BUILDS = 3
const CONCURRENCY = 4

/** Returns a file from the cache or the network. Files below /assets/ never change. */
export async function fetchFile(path: string, signal?: AbortSignal): Promise<Response> {
  const cache = await caches.open(CACHE_NAMES.assets)
  const cached = await cache.match(path)
  if (cached) return cached
  // Sends a new request. The page's own is aborted when the user leaves, which Firefox reports as an error.
  const response = await fetch(path, signal && { signal })
  if (isStorable(response, '')) await cache.put(path, response.clone()).catch(() => undefined)
  return response
}

export async function fetchFilesOf(assets: readonly string[], whole: boolean): Promise<void> {
  const build = await buildNamedBy(assets, true)
  const wanted = [...assets, ...(build?.starter ?? []), ...(whole && build ? build.application : [])]
  const there = await filesThere()
  const missing = wanted.filter((path) => !there.has(path))
  const fetchNext = async () => {
    for (let path = missing.shift(); path; path = missing.shift())
      await fetchFile(path, givenUp()).catch(() => undefined)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, fetchNext))
}

export async function loadReadinessCheck(): Promise<(page: CachedPage) => Promise<Readiness>> {
  const there = await filesThere()
  return async ({ assets }) =>
    determineReadiness(assets, await buildNamedBy(assets, false), (path) => there.has(path))
}

export async function pruneFiles(): Promise<void> {
  const needed = new Set<string>()
  const builds = new Set<string>()
  for (const { assets } of await cachedPages()) {
    const build = await buildNamedBy(assets, false)
    const name = findBuildPath(assets)
    if (!build || !name) continue
    builds.add(name)
    const application = builds.size <= WHOLE_BUILDS ? build.application : []
    for (const path of [...assets, name, ...build.starter, ...application]) needed.add(path)
  }
  const cache = await caches.open(CACHE_NAMES.assets)
  // Never deletes fonts. Those of other alphabets seem unneeded, because only the style sheet names them.
  const isIdle = (path: string) => !needed.has(path) && !path.endsWith('.woff2')
  for (const path of await filesThere()) if (isIdle(path)) await cache.delete(path)
}

function givenUp(): AbortSignal {
  return AbortSignal.timeout(FETCH_TIMEOUT_MS)
}

async function filesThere(): Promise<ReadonlySet<string>> {
  const requests = await (await caches.open(CACHE_NAMES.assets)).keys()
  return new Set(requests.map(({ url }) => new URL(url).pathname))
}

async function buildNamedBy(assets: readonly string[], mayFetch: boolean): Promise<Build | undefined> {
  const path = findBuildPath(assets)
  if (!path) return undefined
  try {
    const response = mayFetch
      ? await fetchFile(path, givenUp())
      : await (await caches.open(CACHE_NAMES.assets)).match(path)
    return response?.ok ? ((await response.json()) as Build) : undefined
  } catch {
    return undefined
  }
}
