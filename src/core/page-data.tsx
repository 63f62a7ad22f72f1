import { type DehydratedState, dehydrate, useQueryClient } from '@tanstack/react-query'

const ID = 'page-data'

export interface PageState extends DehydratedState {
  /** True if the data of the largest queries is omitted, because the page would be too large. */
  isPartial?: true
}

/** Writes the query data into the HTML for `takePageData`. Plain JSON needs no serializer and no hash in the CSP. */
export function PageData() {
  const state = dehydrate(useQueryClient())
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without any `<`
  return <script type="application/json" id={ID} dangerouslySetInnerHTML={{ __html: writePageData(state) }} />
}

export const PAGE_DATA = new RegExp(`(?<=<script type="application/json" id="${ID}">)[^<]*`)

export function writePageData(state: PageState): string {
  return JSON.stringify(state).replace(
    NO_HTML,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Reads the JSON block and removes it, so that the document matches React's tree during hydration. */
export function takePageData(): PageState {
  const block = document.getElementById(ID) as HTMLElement
  block.remove()
  return JSON.parse(block.textContent)
}

/** Characters to escape: `<` could end the script element, and private-use characters mark search hits in HTML. */
const NO_HTML = /[<\uE000-\uF8FF]/g
