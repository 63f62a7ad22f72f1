/** What a search found in a text stands between U+E000 and U+E001 (see Highlighted). */
const MARKS = /[\uE000\uE001]/g

/** A text with its hits on one line, or undefined when there is none in it. */
export function hitsIn(marked: string): string | undefined {
  const text = oneLine(marked)
  return text.search(MARKS) >= 0 ? text : undefined
}

/** An excerpt with dots where the text that it is from begins before or goes on behind it. */
export function withDots(excerpt: string, text: string): string {
  const plain = excerpt.replace(MARKS, '')
  const before = text.startsWith(plain.slice(0, 20)) ? '' : '… '
  const after = text === plain ? '' : ' …'
  return before + excerpt + after
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
