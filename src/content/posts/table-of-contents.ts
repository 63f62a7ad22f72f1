import { htmlToText } from '../../shared/markup/html.ts'

export interface PostSection {
  id: string
  title: string
}

/** Minimum number of sections for which a table of contents is shown. */
const PARTS_WORTH_A_LIST = 3
/** Minimum sections and minutes of reading for which a narrow screen shows the table of contents above the text. */
const LONG = { parts: 4, minutes: 3 }
/** Reading speed in words per minute. */
const READING_SPEED = 220

/** Matches headings, and paragraphs that are entirely bold, which older posts have as headings. */
const HEADINGS =
  /<(?:(h[2-6])(?: dir="auto")?>(.*?)<\/\1|p(?: dir="auto")?><(strong|b)>((?:(?!<\/?(?:strong|b|p)>).)*)<\/\3><\/p)>/gs

/** Adds an id to each section of sanitized HTML, and lists the sections. Ignores fewer than three. */
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

export function isLongText(parts: readonly PostSection[], minutes: number): boolean {
  return parts.length >= LONG.parts && minutes >= LONG.minutes
}

export function readingMinutes(text: string): number {
  return Math.max(1, Math.round(text.split(/\s+/).length / READING_SPEED))
}
