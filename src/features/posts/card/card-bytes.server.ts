import { AsyncLocalStorage } from 'node:async_hooks'

/** The cards of one page, as finished bytes, in the order of their lists. */
const pages = new AsyncLocalStorage<Uint8Array[][]>()

/** No text can hold it: in a page's own words `<` is always escaped. */
const PLACES = /<!--cards (\d+)-->/

/**
 * Renders a page whose cards stay bytes: in what `render` makes, a mark stands where a list of cards goes, so that
 * nine tenths of a list page are neither joined, scanned nor encoded as text. `fill` puts them in.
 */
export function withCards<T>(render: (fill: (html: string) => Uint8Array<ArrayBuffer>) => T): T {
  const lists: Uint8Array[][] = []
  return pages.run(lists, () => render((html) => filled(html, lists)))
}

/** The mark for a list of cards within `withCards`; elsewhere there is none. */
export function placeFor(cards: Uint8Array[]): string | undefined {
  const lists = pages.getStore()
  return lists && `<!--cards ${lists.push(cards) - 1}-->`
}

function filled(html: string, lists: Uint8Array[][]): Uint8Array<ArrayBuffer> {
  const parts = html.split(PLACES)
  return Buffer.concat(
    parts.flatMap((part, i) => (i % 2 ? (lists[Number(part)] ?? []) : [Buffer.from(part)])),
  )
}
