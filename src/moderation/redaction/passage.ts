import { escapeText, htmlToText, unescapeHtml } from '../../shared/markup/html.ts'
import { REDACTION_MARK } from './policy.ts'

/** A post has a title and HTML. A comment or note has plain text only. */
export interface RedactableText {
  title: string | null
  content: string
  isHtml: boolean
}

/**
 * Replaces all occurrences of the passage by the mark. Ignores case and the kind and number of spaces. Returns
 * undefined if the text does not contain the passage, and 'split' if formatting or a new line is inside it.
 */
export function redactPassage(text: RedactableText, passage: string): RedactableText | 'split' | undefined {
  const pattern = patternOf(passage)
  const title = text.title?.replace(pattern, REDACTION_MARK) ?? null
  const content = text.isHtml
    ? redactHtml(text.content, pattern)
    : text.content.replace(pattern, REDACTION_MARK)
  if (withoutFormatting({ ...text, content }).search(pattern) >= 0) return 'split'
  if (title === text.title && content === text.content) return undefined
  return { ...text, title, content }
}

/** Like redactPassage, for earlier versions. Drops the formatting of a version in which it divides the passage. */
export function redactVersion(version: RedactableText, passage: string): RedactableText | undefined {
  const redacted = redactPassage(version, passage)
  if (redacted !== 'split') return redacted
  const pattern = patternOf(passage)
  const words = withoutFormatting(version).replace(pattern, REDACTION_MARK)
  const paragraphs = words.split('\n').map((line) => `<p>${escapeText(line)}</p>`)
  return {
    ...version,
    title: version.title?.replace(pattern, REDACTION_MARK) ?? null,
    content: version.isHtml ? paragraphs.join('') : words,
  }
}

/** Replaces the passage in the quotations of a comment, which are lines that begin with ">". */
export function redactQuotations(comment: RedactableText, passage: string): RedactableText | undefined {
  const pattern = patternOf(passage, String.raw`[\s>]+`)
  const content = comment.content.replace(QUOTATION, (lines) => lines.replace(pattern, REDACTION_MARK))
  return content === comment.content ? undefined : { ...comment, content }
}

/** Characters of Markdown that may stand inside a passage. */
const MARKDOWN = /[*_`~]/g
const QUOTATION = /^[ \t]*>.*(?:\n[ \t]*>.*)*/gm

function withoutFormatting({ content, isHtml }: RedactableText): string {
  return isHtml ? htmlToText(content) : content.replace(MARKDOWN, '')
}

function redactHtml(html: string, pattern: RegExp): string {
  const redact = (text: string) => {
    const plain = unescapeHtml(text)
    const redacted = plain.replace(pattern, REDACTION_MARK)
    return redacted === plain ? text : escapeText(redacted)
  }
  return html
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith('<') ? part : redact(part)))
    .join('')
}

function patternOf(passage: string, space = String.raw`\s+`): RegExp {
  const words = passage.trim().split(/\s+/)
  return new RegExp(
    words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join(space),
    'giu',
  )
}
