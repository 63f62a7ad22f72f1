import { mayKeep, NEEDS_APPLICATION, OFFLINE_PAGE } from './addresses.ts'
import { ANSWERS, PAGES } from './bounds.ts'
import { buildOf } from './builds.ts'
import { fetchFilesOf, pruneFiles, readiness } from './files.ts'
import { marked, withList } from './kept-html.ts'
import { CACHES, isKeepable, type KeptPage, keptPages, prune, put, remove, take } from './shelf.ts'

/** Milliseconds in which a page that came through the worker need not be fetched again to be kept. */
const JUST_NOW = 60_000
/** Milliseconds after which a page that nobody waits for is given up. */
const GIVEN_UP = 30_000

const GONE = [404, 410]

/** Keeps a page that came over the line, if it may be kept; one that is gone is let go. */
export function keepPage(path: string, response: Response): Promise<void> {
  return keep('pages', path, response)
}

/** The same for a public answer of the API. */
export function keepAnswer(path: string, response: Response): Promise<void> {
  return keep('answers', path, response)
}

/**
 * Keeps what is being read with all it needs, also where the application itself has put the page on screen. `whole`:
 * with all of the application, which a member has loaded anyway, or will.
 */
export async function keepReading(path: string, whole: boolean): Promise<void> {
  await freshen(path)
  const page = (await take('pages', path)) ?? (await take('pages', OFFLINE_PAGE))
  if (!page) return
  await fetchFilesOf(page.assets, whole)
  await keepOfflinePage(buildOf(page.assets))
  await prune('pages', PAGES)
  await prune('answers', ANSWERS)
  await pruneFiles()
}

/** The offline page has to be there before it is needed, and after a new version of the forum in its looks. */
export async function keepOfflinePage(build?: string): Promise<void> {
  const kept = await take('pages', OFFLINE_PAGE)
  if (!kept || buildOf(kept.assets) !== build || isOld(kept, PAGES.age / 2)) await fetchPage(OFFLINE_PAGE)
  await fetchFilesOf((await take('pages', OFFLINE_PAGE))?.assets ?? [], false)
}

/** Everything that tells what somebody read here. */
export async function forgetReading(): Promise<void> {
  for (const { path } of await keptPages()) if (path !== OFFLINE_PAGE) await remove('pages', path)
  await caches.delete(CACHES.answers)
}

/** A kept page, marked as such, if everything is there that it needs. */
export async function keptCopy(path: string): Promise<Response | undefined> {
  const kept = await take('pages', path)
  const ready = kept && (await (await readiness())(kept))
  if (!kept || !isOpenable(kept, ready)) return undefined
  const html = marked(await kept.response.text(), kept.at, ready !== 'whole')
  return new Response(html, { headers: kept.response.headers })
}

/** In place of a page that is not on the device; with a list of those that are. */
export async function offlinePage(): Promise<Response | undefined> {
  const page = await take('pages', OFFLINE_PAGE)
  if (!page) return undefined
  const html = withList(await page.response.text(), await openablePages())
  const { headers } = page.response
  return new Response(marked(html, page.at, true), { status: 503, headers })
}

async function keep(name: keyof typeof CONTENT, path: string, response: Response): Promise<void> {
  if (GONE.includes(response.status)) return remove(name, path)
  if (mayKeep(path) && isKeepable(response, CONTENT[name])) await put(name, path, response)
}

const CONTENT = { pages: 'text/html', answers: 'application/json' } as const

async function openablePages(): Promise<KeptPage[]> {
  const look = await readiness()
  const pages = await Promise.all(
    (await keptPages()).map(async (page) => {
      const isListed = page.path !== OFFLINE_PAGE && !NEEDS_APPLICATION.test(page.path)
      return isListed && isOpenable(page, await look(page)) ? [page] : []
    }),
  )
  return pages.flat()
}

function isOpenable({ path }: KeptPage, ready: string | undefined): boolean {
  return ready === 'whole' || (ready === 'readable' && !NEEDS_APPLICATION.test(path))
}

async function freshen(path: string): Promise<void> {
  if (!mayKeep(path)) return
  const kept = await take('pages', path)
  if (!kept || isOld(kept, JUST_NOW)) await fetchPage(path)
}

async function fetchPage(path: string): Promise<void> {
  const response = await fetch(path, {
    headers: { accept: 'text/html' },
    signal: AbortSignal.timeout(GIVEN_UP),
  }).catch(() => undefined)
  if (response) await keepPage(path, response)
}

function isOld({ at }: KeptPage, age: number): boolean {
  return Date.now() - Date.parse(at) > age
}
