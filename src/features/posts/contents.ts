import { textOf } from '../markup/html.ts'

/** A part of a text: what its heading says, and the id that leads to it. */
export interface Part {
  id: string
  title: string
}

/** Fewer parts than these are seen without a list of them. */
const PARTS_WORTH_A_LIST = 3
/** Words a minute of somebody who reads with care. */
const READING_SPEED = 220

/** A heading, or a paragraph that is bold as a whole, which is how headings are written here. */
const HEADINGS =
  /<(?:(h[2-6])(?: dir="auto")?>(.*?)<\/\1|p(?: dir="auto")?><(strong|b)>((?:(?!<\/?(?:strong|b|p)>).)*)<\/\3><\/p)>/gs

/** The parts of a sanitized text, and the text with an id at each. Where there are few, no parts and the text as it is. */
export function withContents(html: string): { html: string; parts: Part[] } {
  const parts: Part[] = []
  const marked = html.replace(HEADINGS, (heading, _tag, words, _bold, boldWords) => {
    const title = plainWords(words ?? boldWords)
    if (!title) return heading
    const id = `part-${parts.length + 1}`
    parts.push({ id, title })
    return heading.replace(/^<(\w+)/, `<$1 id="${id}"`)
  })
  return parts.length < PARTS_WORTH_A_LIST ? { html, parts: [] } : { html: marked, parts }
}

/** Minutes that a text of so many words takes, one at least. */
export function readingMinutes(text: string): number {
  return Math.max(1, Math.round(text.split(/\s+/).length / READING_SPEED))
}

function plainWords(html: string): string {
  return textOf(html).replaceAll('\n', ' ')
}
