import { type DehydratedState, dehydrate, useQueryClient } from '@tanstack/react-query'

const ID = 'page-data'

export interface PageState extends DehydratedState {
  /** The longest queries are left out, because the page would be too large. */
  isPartial?: true
}

/** Queries for `takePageData`, on the server only. A block of JSON needs no serialization and no hash in the CSP. */
export function PageData() {
  const state = dehydrate(useQueryClient())
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without a `<`
  return <script type="application/json" id={ID} dangerouslySetInnerHTML={{ __html: writePageData(state) }} />
}

export const PAGE_DATA = new RegExp(`(?<=<script type="application/json" id="${ID}">)[^<]*`)

export function writePageData(state: PageState): string {
  return JSON.stringify(state).replace(
    NO_HTML,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Removes the block, so that the HTML matches for hydration. */
export function takePageData(): PageState {
  const block = document.getElementById(ID) as HTMLElement
  block.remove()
  return JSON.parse(block.textContent)
}

/** Characters that could end the block, and private-use ones, which mark search hits in HTML. */
const NO_HTML = /[<\uE000-\uF8FF]/g
