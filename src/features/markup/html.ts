/** Text as HTML, within and outside of attributes. */
export function escapeHtml(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}

/** Text as HTML outside of attributes, as the sanitizer writes it: a quotation mark stays one byte. */
export function escapeText(text: string): string {
  return /[&<>]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    : text
}

/** The text that sanitized HTML without tags says. */
export function unescapeHtml(html: string): string {
  return html.includes('&')
    ? html
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&nbsp;', '\u00a0')
        .replaceAll('&amp;', '&')
    : html
}

/** The words of a text as HTML, a line for each block or break: for counting, search, previews and descriptions. */
export function textOf(html: string): string {
  const lines = html
    .replace(/[ \t\r\n\f]+/g, ' ')
    .replace(/<br ?\/?>|<\/(?:p|li|blockquote)>/g, '\n')
    .replace(/<[^>]*>/g, '')
  return unescapeHtml(lines)
    .replace(/ *\n[ \n]*/g, '\n')
    .trim()
}

const BLOCK_TAG = /<(\/?)(?:p|ul|ol|li|blockquote|pre)>/g

/**
 * Safe HTML in which each outermost block takes the direction of its first letter. Inner blocks get no attribute:
 * browsers ignore the letters of elements with a `dir` of their own, so a list or a quotation whose items had one
 * would keep its markers or its border on the wrong side.
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
