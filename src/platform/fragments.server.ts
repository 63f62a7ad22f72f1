import { AsyncLocalStorage } from 'node:async_hooks'
import { LRUCache } from 'lru-cache'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { FragmentOf } from './cached-fragment.tsx'

/** Bytes: about 5,000 cards or comments. */
const MAX_SIZE = 10_000_000

const cache = new LRUCache<string, Uint8Array>({
  maxSize: MAX_SIZE,
  sizeCalculation: (html, key) => html.byteLength + key.length,
})

/** What stands around each part where it is rendered by itself: the contexts that its components ask for. */
type Surround = (element: ReactNode) => ReactNode

interface Page {
  /** The fragments of each mark, in their order. */
  lists: Uint8Array[][]
  surround: Surround
}

const pages = new AsyncLocalStorage<Page>()

/**
 * Renders a page whose fragments stay bytes: in what `render` makes, a mark stands where they go, so that nine tenths of a
 * page are neither joined, scanned nor encoded as text. `fill` puts them in. Before that `render` says what `surround`s
 * each that is not there yet.
 */
export function withFragments<T>(render: (page: { surround: SurroundBy; fill: Fill }) => T): T {
  const page: Page = { lists: [], surround: (element) => element }
  return pages.run(page, () =>
    render({
      surround: (by) => {
        page.surround = by
      },
      fill: (html) => filled(html, page.lists),
    }),
  )
}

type SurroundBy = (surround: Surround) => void
type Fill = (html: string) => Uint8Array<ArrayBuffer>

/** Lets components have parts of theirs from the cache (cached-fragment.tsx). */
export function provideFragments(): void {
  globalThis.$fragments = (wanted) => {
    const page = pages.getStore()
    if (!page) return undefined
    const list = wanted.map((each) => htmlOf(each, page.surround))
    const isWhole = list.every((html) => html !== undefined)
    return isWhole ? `<!--fragments ${page.lists.push(list) - 1}-->` : undefined
  }
}

/** What React leaves where something threw. Then the page renders it itself, and tells what it was (crash.server.tsx). */
const GIVEN_UP = '<!--$!-->'

/** The key is all that it shows, so it needs no invalidation. */
function htmlOf({ name, shows, element }: FragmentOf, surround: Surround): Uint8Array | undefined {
  // A day of this year is told without the year.
  const key = `${name} ${new Date().getUTCFullYear()} ${JSON.stringify(shows)}`
  const known = cache.get(key)
  if (known !== undefined) return known
  // Not as a part of the page: a fragment within it is HTML of it, no mark.
  const text = pages.exit(() => renderToString(surround(element())))
  if (text.includes(GIVEN_UP)) return undefined
  // In a buffer of its own: what Buffer.from cuts from a pool of 64 KB keeps all of it.
  const html = new TextEncoder().encode(text)
  cache.set(key, html)
  return html
}

/** No text can hold it: in a page's own words `<` is always escaped. */
const MARKS = /(?:<page-fragment>)?<!--fragments (\d+)-->(?:<\/page-fragment>)?/

function filled(html: string, lists: Uint8Array[][]): Uint8Array<ArrayBuffer> {
  const parts = html.split(MARKS)
  return Buffer.concat(
    parts.flatMap((part, i) => (i % 2 ? (lists[Number(part)] ?? []) : [Buffer.from(part)])),
  )
}
