import { escapeText, unescapeHtml } from '../markup/html.ts'

/** Plain text as stored HTML, a paragraph for each line; blank lines stay line breaks. The sanitizer changes nothing. */
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

/** Converts plain posts of an older format, with `<br />` for line breaks, to the one of `plainToHtml`. */
export function paragraphsOf(html: string): string {
  if (!html.includes('<br />')) return html
  return html.replaceAll('</p><p>', '</p>\n<p>').replaceAll('<br />', '</p><p>').replaceAll('<p></p>', '')
}
