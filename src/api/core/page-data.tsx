import { type DehydratedState, dehydrate, useQueryClient } from '@tanstack/react-query'

const ID = 'page-data'

/**
 * What the application needs beside the page, for the browser to take (`takePageData`): on the server alone. As a block of JSON,
 * not among what the router sends: nobody walks through it value by value, writes it as a script, or has that hashed.
 */
export function PageData() {
  const state = dehydrate(useQueryClient())
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without a `<`
  return <script type="application/json" id={ID} dangerouslySetInnerHTML={{ __html: writePageData(state) }} />
}

/** The JSON of the block in a page. */
export const PAGE_DATA = new RegExp(`(?<=<script type="application/json" id="${ID}">)[^<]*`)

export function writePageData(state: DehydratedState): string {
  return JSON.stringify(state).replace(NO_HTML, escaped)
}

/** Takes it out of the page, whose HTML is then what is hydrated. */
export function takePageData(): DehydratedState {
  const block = document.getElementById(ID) as HTMLElement
  block.remove()
  return JSON.parse(block.textContent)
}

/** What would end the block; and characters for private use (what a search marks its hits with), which in HTML stand for nothing. */
const NO_HTML = /[<\uE000-\uF8FF]/g

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
