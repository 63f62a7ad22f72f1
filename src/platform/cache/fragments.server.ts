import { LRUCache } from 'lru-cache'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { FragmentContext, type PageFragment } from './cached-fragment.tsx'

/** Maximum bytes of cached fragments, enough for about 5,000 cards or comments. */
const MAX_SIZE = 10_000_000

const cache = new LRUCache<string, Uint8Array>({
  maxSize: MAX_SIZE,
  sizeCalculation: (html, key) => html.byteLength + key.length,
})

type ToHtml = (page: ReactNode) => Promise<string>
type Surround = (element: ReactNode) => ReactNode

/** The fragments of one page. `fill` replaces the page's placeholders by their cached bytes. */
export class PageFragments {
  private wanted: PageFragment[][] = []
  private lists: (Uint8Array | undefined)[][] = []

  /** Renders the page, then its uncached fragments. If one fails, renders all again without placeholders. */
  async render(page: ReactNode, toHtml: ToHtml, surround: Surround): Promise<string> {
    const add = (list: PageFragment[]) => `<!--fragments ${this.wanted.push(list) - 1}-->`
    const html = await toHtml(createElement(FragmentContext, { value: add }, page))
    // Renders fragments last, because rendering is not reentrant. Nested fragments become plain HTML.
    this.lists = this.wanted.map((list) => list.map((each) => htmlOf(each, surround)))
    return this.lists.flat().includes(undefined) ? toHtml(page) : html
  }

  fill(html: string): Uint8Array<ArrayBuffer> {
    const parts = html
      .split(MARKS)
      .flatMap((part, i) => (i % 2 ? (this.lists[Number(part)] ?? []) : [Buffer.from(part)]))
    return Buffer.concat(parts.filter((part) => part !== undefined))
  }
}

/** React's output for a part that failed. The page then renders that part itself, which reports the error. */
const GIVEN_UP = '<!--$!-->'

/** Returns undefined if rendering fails. Nothing is ever invalidated, because the key contains all data. */
function htmlOf({ name, shows, element }: PageFragment, surround: Surround): Uint8Array | undefined {
  // Includes the year in the key, because the HTML omits the year from dates in the current year.
  const key = `${name} ${new Date().getUTCFullYear()} ${JSON.stringify(shows)}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const text = textOf(surround(element()))
  if (text.includes(GIVEN_UP)) return undefined
  // Uses TextEncoder, which allocates an exact buffer. Buffer.from would retain a pool of 64 KB.
  const html = new TextEncoder().encode(text)
  cache.set(key, html)
  return html
}

function textOf(element: ReactNode): string {
  try {
    return renderToString(element)
  } catch {
    return GIVEN_UP
  }
}

/** Matches placeholders. Members' text cannot match, because `<` is escaped there. */
const MARKS = /(?:<page-fragment>)?<!--fragments (\d+)-->(?:<\/page-fragment>)?/
