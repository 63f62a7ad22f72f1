import sanitizeHtml from 'sanitize-html'
import TurndownService from 'turndown'
import { unescapeHtml } from '../shared/markup/html.ts'

/** HTML above this length, or nested deeper, is converted without its formatting. */
const LENGTH_MAX = 1_000_000
const DEPTH_MAX = 200

/** A rule of turndown: which elements it converts, and how. */
export type MarkdownRules = Record<string, TurndownService.Rule>

/** Returns a function that converts HTML of another forum to Markdown. Keeps the words of all elements. */
export function htmlToMarkdown(rules: MarkdownRules = {}): (html: string) => string {
  const service = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  })
  for (const [name, rule] of Object.entries({ ...CODE, ...TABLES, ...rules })) service.addRule(name, rule)
  service.remove(['script', 'style'])
  const { escape: escapeMarkdown } = service
  // A number alone on its line would be an empty list.
  service.escape = (text) => escapeMarkdown.call(service, text).replace(/^(\s*\d+)\.(?=\s*$)/gm, '$1\\.')
  return (html) => {
    if (html.length > LENGTH_MAX || depthOf(html) > DEPTH_MAX) return toPlainText(html)
    return service.turndown(html).trim()
  }
}

/** The library reads only the first child, and would lose words beside it. */
const CODE: MarkdownRules = {
  preformatted: {
    filter: 'pre',
    replacement: (_, node) => {
      const text = (node.textContent ?? '').replace(/^\n+|\s+$/g, '')
      const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([marks]) => marks.length))
      const fence = '`'.repeat(longest + 1)
      return `\n\n${fence}\n${text}\n${fence}\n\n`
    },
  },
}

/** Cells become parts of a line, so that their words are not joined. */
const TABLES: MarkdownRules = {
  cell: { filter: ['td', 'th'], replacement: (content) => `${content.trim()} | ` },
  row: { filter: 'tr', replacement: (content) => `\n${content.replace(/ \| $/, '')}\n` },
}

/** Returns an upper limit of how deep elements are nested. */
function depthOf(html: string): number {
  let depth = 0
  let deepest = 0
  for (const [tag] of html.matchAll(/<\/?[a-z][^<>]*>/gi)) {
    depth = Math.max(0, depth + (tag[1] === '/' ? -1 : tag.endsWith('/>') || VOID.test(tag) ? 0 : 1))
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

const VOID = /^<(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b/i

/** Returns the text of HTML, with line breaks after blocks. Does not build a document, so depth does not matter. */
export function toPlainText(html: string): string {
  const text = sanitizeHtml(html.replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h\d)\b[^>]*>/gi, '\n'), {
    allowedTags: [],
    allowedAttributes: {},
  })
  return unescapeHtml(text).trim()
}
