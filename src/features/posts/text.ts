/**
 * Plain text as the HTML that is stored: escaped, blank lines part paragraphs, a line break is a `<br />`.
 * Written exactly as the sanitizer writes, so it passes through unchanged.
 */
export function plainToHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br />')}</p>`)
    .join('')
}

/** The way back, for editing: what `plainToHtml` made as somebody typed it. */
export function htmlToPlain(html: string): string {
  return unescaped(
    html
      .replaceAll('</p><p>', '\n\n')
      .replaceAll('<br />', '\n')
      .replace(/<\/?p>/g, ''),
  )
}

/** The words of a text as HTML, a line for each block or break: for counting, search, previews and descriptions. */
export function textOf(html: string): string {
  const lines = html
    .replace(/[ \t\r\n\f]+/g, ' ')
    .replace(/<br ?\/?>|<\/(?:p|li|blockquote)>/g, '\n')
    .replace(/<[^>]*>/g, '')
  return unescaped(lines)
    .replace(/ *\n[ \n]*/g, '\n')
    .trim()
}

/** The entities of sanitized HTML, and the one more that browsers write. */
function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&amp;', '&')
}
