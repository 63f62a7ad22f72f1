/** Also for attributes. */
export function escapeHtml(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}

/** Not for attributes: as the sanitizer, it leaves quotation marks. */
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

/** The text of sanitized HTML, a line for each block or break. */
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
 * Sets `dir="auto"` on each outermost block. Not on inner ones: browsers ignore the letters of elements with their own `dir`,
 * so a list or quotation would have its markers or border on the wrong side.
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
