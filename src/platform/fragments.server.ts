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

/** The contexts that the components of a fragment ask for. */
type Surround = (element: ReactNode) => ReactNode

const pages = new AsyncLocalStorage<PageFragments>()

/**
 * The fragments of one page. In the page's own HTML a mark stands for each list of fragments, so that most bytes of a page are
 * never joined, scanned or encoded as text.
 */
export class PageFragments {
  private wanted: FragmentOf[][] = []
  private lists: (Uint8Array | undefined)[][] = []

  /** Renders the page, then those of its fragments that are not cached. One that fails is rendered within the page instead. */
  async render(render: () => Promise<string>, surround: Surround): Promise<string> {
    const html = await pages.run(this, render)
    // After the page, by themselves: React knows one render at a time, and a fragment in a fragment is HTML of it.
    this.lists = this.wanted.map((list) => list.map((each) => htmlOf(each, surround)))
    return this.lists.flat().includes(undefined) ? render() : html
  }

  /** The mark of these fragments. */
  add(list: FragmentOf[]): string {
    return `<!--fragments ${this.wanted.push(list) - 1}-->`
  }

  /** Puts the fragments in the place of their marks. */
  fill(html: string): Uint8Array<ArrayBuffer> {
    const parts = html
      .split(MARKS)
      .flatMap((part, i) => (i % 2 ? (this.lists[Number(part)] ?? []) : [Buffer.from(part)]))
    return Buffer.concat(parts.filter((part) => part !== undefined))
  }
}

/** Lets components have parts of theirs from the cache (cached-fragment.tsx). */
export function provideFragments(): void {
  globalThis.$fragments = (wanted) => pages.getStore()?.add(wanted)
}

/** What React leaves where something threw. Then the page renders it itself, and reports the error (crash.server.tsx). */
const GIVEN_UP = '<!--$!-->'

/** The key is all that it shows, so it needs no invalidation. Undefined where it cannot be rendered. */
function htmlOf({ name, shows, element }: FragmentOf, surround: Surround): Uint8Array | undefined {
  // The year of a day is shown unless it is this one.
  const key = `${name} ${new Date().getUTCFullYear()} ${JSON.stringify(shows)}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const text = textOf(surround(element()))
  if (text.includes(GIVEN_UP)) return undefined
  // In a buffer of its own: a slice that Buffer.from cuts from a pool of 64 KB retains the pool.
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

/** No text can hold it: in a page's own words `<` is always escaped. */
const MARKS = /(?:<page-fragment>)?<!--fragments (\d+)-->(?:<\/page-fragment>)?/
