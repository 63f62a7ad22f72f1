import TurndownService from 'turndown'
import { CONTENT_LIMITS, HTML_LIMITS } from '../../content/posts/policy.ts'
import { breaksToParagraphs, htmlToPlain, plainToHtml } from '../../content/posts/text.ts'
import { sanitizePost } from '../../content/posts/write/sanitize.server.ts'
import type { StoredText } from '../../content/posts/write/write-sql.server.ts'
import { htmlToText } from '../../shared/markup/html.ts'

/** A version of a text. A comment has no title and no format. */
export interface TextVersion {
  title: string | null
  content: string
  format: string | null
}

/** Converts a comment's text to that of a post. Imported comments can be too long for a post of plain text. */
export function commentToPost(content: string): StoredText {
  const html = sanitizePost(plainToHtml(content))
  const isPlain = content.length <= CONTENT_LIMITS.plain && html.length <= HTML_LIMITS.plain
  return { content: html, content_text: htmlToText(html), format: isPlain ? 'plain' : 'rich' }
}

/** Converts a post's title and text to Markdown, as typed in comments. Keeps every word. */
export function postToComment({ title, content, format }: TextVersion): string {
  const heading = title === null ? '' : `**${title.replace(MARKUP, '\\$&')}**\n\n`
  const words = format === 'plain' ? htmlToPlain(breaksToParagraphs(content)) : markdown.turndown(content)
  return heading + words.trim()
}

const MARKUP = /[\\`*_[\]<>]/g

/** Posts contain Markdown beside their tags, such as links, which must not be escaped. */
const markdown = new TurndownService({ bulletListMarker: '-', emDelimiter: '*', br: '' })
markdown.escape = (text) => text
