import { htmlToText } from '../../shared/markup/html.ts'

export interface PostSection {
  id: string
  title: string
}

/** Minimum number of sections for a table of contents. */
const PARTS_WORTH_A_LIST = 3
/** Words per minute. */
const READING_SPEED = 220

/** A heading, or a paragraph that is entirely bold, because the editor has no headings. */
const HEADINGS =
  /<(?:(h[2-6])(?: dir="auto")?>(.*?)<\/\1|p(?: dir="auto")?><(strong|b)>((?:(?!<\/?(?:strong|b|p)>).)*)<\/\3><\/p)>/gs

/** The sections of a sanitized text, and the text with an id for each. Unchanged if there are few sections. */
export function withTableOfContents(html: string): { html: string; parts: PostSection[] } {
  const parts: PostSection[] = []
  const marked = html.replace(HEADINGS, (heading, _tag, words, _bold, boldWords) => {
    const title = htmlToText(words ?? boldWords).replaceAll('\n', ' ')
    if (!title) return heading
    const id = `part-${parts.length + 1}`
    parts.push({ id, title })
    return heading.replace(/^<(\w+)/, `<$1 id="${id}"`)
  })
  return parts.length < PARTS_WORTH_A_LIST ? { html, parts: [] } : { html: marked, parts }
}

export function readingMinutes(text: string): number {
  return Math.max(1, Math.round(text.split(/\s+/).length / READING_SPEED))
}
