import { ALLOWED_TAGS } from '../policy.ts'

/** Nesting up to which HTML is recognised as clean: the sanitizer's own limit. */
const DEPTH = 12
/** Text as the sanitizer writes it, or one of the allowed tags without attributes. */
const TOKEN = new RegExp(
  `<br />|<(${ALLOWED_TAGS.filter((tag) => tag !== 'br').join('|')})>|</([a-z]+)>|(?:[^<>&]+|&(?:amp|lt|gt);)+`,
  'y',
)
const BLOCKS = new Set(['p', 'ul', 'ol', 'li', 'blockquote'])

/**
 * Whether the sanitizer would return the HTML unchanged. Reads it once, without building anything. False for some
 * clean HTML, such as deep quotes; never true for other HTML.
 */
export function isClean(html: string): boolean {
  if (html !== html.trim()) return false
  const open: { tag: string; hasText: boolean }[] = []
  TOKEN.lastIndex = 0
  for (let end = 0; end < html.length; end = TOKEN.lastIndex) {
    const token = TOKEN.exec(html)
    if (!token) return false
    const [text, opened, closed] = token
    const parent = open.at(-1)
    if (opened) {
      if (open.length >= DEPTH || closesItself(opened, parent?.tag)) return false
      open.push({ tag: opened, hasText: false })
    } else if (closed) {
      // The sanitizer removes elements without text.
      if (parent?.tag !== closed || !parent.hasText) return false
      open.pop()
      const outer = open.at(-1)
      if (outer) outer.hasText = true
    } else if (parent && text !== '<br />' && !parent.hasText) parent.hasText = /\S/.test(text)
  }
  return open.length === 0
}

/** HTML closes a paragraph before the next block, and an item before the next item. */
function closesItself(tag: string, parent: string | undefined): boolean {
  return parent === 'p' ? BLOCKS.has(tag) : parent === 'li' && tag === 'li'
}
