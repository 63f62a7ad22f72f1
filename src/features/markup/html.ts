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
