import { AsyncLocalStorage } from 'node:async_hooks'
import { LRUCache } from 'lru-cache'

/** Bytes: about 5,000 cards or comments. */
const MAX_SIZE = 10_000_000

const fragments = new LRUCache<string, Uint8Array>({
  maxSize: MAX_SIZE,
  sizeCalculation: (html, key) => html.byteLength + key.length,
})

/**
 * The finished HTML of a part of a page that looks the same wherever it stands. Its key is all that it shows, so it needs no
 * invalidation.
 */
export function fragment(name: string, shows: unknown, render: () => string): Uint8Array {
  // A day of this year is told without the year.
  const key = `${name} ${new Date().getUTCFullYear()} ${JSON.stringify(shows)}`
  const known = fragments.get(key)
  if (known !== undefined) return known
  const html = Buffer.from(render())
  fragments.set(key, html)
  return html
}

/** The lists of fragments of one page, in their order. */
const pages = new AsyncLocalStorage<Uint8Array[][]>()

/** No text can hold it: in a page's own words `<` is always escaped. */
const PLACES = /<!--fragments (\d+)-->/

/**
 * Renders a page whose fragments stay bytes: in what `render` makes, a mark stands where a list of them goes, so that
 * nine tenths of a list page are neither joined, scanned nor encoded as text. `fill` puts them in.
 */
export function withFragments<T>(render: (fill: (html: string) => Uint8Array<ArrayBuffer>) => T): T {
  const lists: Uint8Array[][] = []
  return pages.run(lists, () => render((html) => filled(html, lists)))
}

/** The mark for a list of fragments within `withFragments`; elsewhere there is none. */
export function placeFor(list: Uint8Array[]): string | undefined {
  const lists = pages.getStore()
  return lists && `<!--fragments ${lists.push(list) - 1}-->`
}

function filled(html: string, lists: Uint8Array[][]): Uint8Array<ArrayBuffer> {
  const parts = html.split(PLACES)
  return Buffer.concat(
    parts.flatMap((part, i) => (i % 2 ? (lists[Number(part)] ?? []) : [Buffer.from(part)])),
  )
}
