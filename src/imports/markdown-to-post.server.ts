import MarkdownIt from 'markdown-it'
import { sanitizePost } from '../content/posts/write/sanitize.server.ts'
import { escapeText } from '../shared/markup/html.ts'

/**
 * Converts Markdown to the HTML of a stored post. It has tags for blocks and emphasis, but links, pictures, headings and
 * code stay Markdown, as its author would type them here.
 */
export function markdownToPost(text: string): string {
  return sanitizePost(markdown.render(text)) || `<p>${escapeText(text)}</p>`
}

/** Disabled syntax stays text, so that no word is lost: HTML, entities, tables, link references, indented code. */
const markdown = new MarkdownIt({ html: false, breaks: true, linkify: false }).disable([
  'code',
  'entity',
  'html_block',
  'html_inline',
  'reference',
  'strikethrough',
  'table',
])
const { rules } = markdown.renderer

type Token = Parameters<NonNullable<typeof rules.text>>[0][number]

const attribute = (token: Token | undefined, name: string) => escapeText(String(token?.attrGet(name) ?? ''))

/** Returns an address as it is written after a link's text. */
function addressOf(token: Token | undefined, name: string): string {
  const title = attribute(token, 'title')
  return `](${attribute(token, name)}${title && ` "${title}"`})`
}

rules.link_open = (tokens, index) => (tokens[index]?.info === 'auto' ? '' : '[')
rules.link_close = (tokens, index) => {
  const opening = tokens.slice(0, index).findLast(({ type }) => type === 'link_open')
  return opening?.info === 'auto' ? '' : addressOf(opening, 'href')
}
rules.image = (tokens, index) =>
  `![${escapeText(tokens[index]?.content ?? '')}${addressOf(tokens[index], 'src')}`
rules.heading_open = (tokens, index) =>
  `<p>${tokens[index]?.tag === 'h1' || tokens[index]?.tag === 'h2' ? '## ' : '### '}`
rules.heading_close = () => '</p>'
rules.hr = () => '<p>———</p>'
rules.code_inline = (tokens, index) => codeOf(tokens[index]?.content ?? '')
rules.fence = (tokens, index) => {
  const { content = '', info = '' } = tokens[index] ?? {}
  const lines = content.replace(/\n$/, '').split('\n').map(codeOf)
  // A word after the fence names the language. More words are text.
  const words = /\s/.test(info.trim()) ? [escapeText(info.trim())] : []
  return `<p>${[...words, ...lines].join('<br />')}</p>`
}

const codeOf = (text: string) =>
  text.includes('`') || !text.trim() ? escapeText(text) : `\`${escapeText(text)}\``

/** Returns the words of Markdown, without the numbers of lists and the languages of code. */
export function wordsOfMarkdown(text: string): string {
  return text.replace(/^[ >\t-]*\d{1,9}[.)](?=\s|$)/gm, ' ').replace(/^[ >\t]*(`{3,}|~{3,})[\w+#.-]*$/gm, ' ')
}
