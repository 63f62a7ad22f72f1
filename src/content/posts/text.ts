import { escapeText, unescapeHtml } from '../../shared/markup/html.ts'

/** Converts plain text to stored HTML, a paragraph per line. Blank lines stay line breaks. The sanitizer changes nothing. */
export function plainToHtml(text: string): string {
  return escapeText(text.trim())
    .split('\n')
    .map((line) => (line.trim() ? `<p>${line}</p>` : '\n'))
    .join('')
    .trim()
}

/** Reverses `plainToHtml`. */
export function htmlToPlain(html: string): string {
  return unescapeHtml(html.replaceAll('</p>', '\n').replaceAll('<p>', '')).slice(0, -1)
}

/** Converts an older format of plain posts, with `<br />` for line breaks, to that of `plainToHtml`. */
export function breaksToParagraphs(html: string): string {
  if (!html.includes('<br />')) return html
  return html.replaceAll('</p><p>', '</p>\n<p>').replaceAll('<br />', '</p><p>').replaceAll('<p></p>', '')
}
