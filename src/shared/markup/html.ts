import { withoutPictures } from '../pictures/syntax.ts'

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}

/** Escapes text for HTML content only. Leaves quotation marks unescaped, as the sanitizer does. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function unescapeHtml(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&amp;', '&')
}

/** Converts sanitized HTML to plain text, with descriptions of pictures. Each block and line break starts a new line. */
export function htmlToText(html: string): string {
  const lines = html
    .replace(/[ \t\r\n\f]+/g, ' ')
    .replace(/<br ?\/?>|<\/(?:p|li|blockquote|pre|h[2-4])>/g, '\n')
    .replace(/<[^>]*>/g, '')
  return withoutPictures(unescapeHtml(lines))
    .replace(/ *\n[ \n]*/g, '\n')
    .trim()
}

const BLOCK_TAG = /<(\/?)(?:p|ul|ol|li|blockquote|pre|h[2-4])(?: start="\d+")?>/g

/**
 * Sets `dir="auto"` on each outermost block only. Browsers ignore elements with their own `dir` when they
 * determine a block's direction, so a list or quotation would have its markers or border on the wrong side.
 */
export function withDirection(html: string): string {
  let depth = 0
  return html.replace(BLOCK_TAG, (tag, slash: string) => {
    if (slash) {
      depth--
      return tag
    }
    return depth++ === 0 ? `${tag.slice(0, -1)} dir="auto">` : tag
  })
}
