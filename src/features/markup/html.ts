/** Text as HTML, within and outside of attributes. */
export function escapeHtml(text: string): string {
  return /[&<>"]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
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
