/** Escapes text for HTML, including attributes. */
export function escapeHtml(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}

/** Escapes text for HTML, but not for attributes: leaves quotation marks, like the sanitizer. */
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

/** Returns the text of sanitized HTML, with a line for each block or break. */
export function htmlToText(html: string): string {
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
 * Sets `dir="auto"` on each outermost block, but not on inner ones. Browsers ignore the text of elements with
 * their own `dir`, so a list or quotation would have its markers or border on the wrong side.
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
