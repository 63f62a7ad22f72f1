import { escapeText, unescapeHtml } from '../../shared/markup/html.ts'

/** Converts plain text to HTML that the sanitizer won't change: a <p> per line, and "\n" per blank line. */
export function plainToHtml(text: string): string {
  return escapeText(text.trim())
    .split('\n')
    .map((line) => (line.trim() ? `<p>${line}</p>` : '\n'))
    .join('')
    .trim()
}

/** Converts stored HTML of a plain post back to its text. */
export function htmlToPlain(html: string): string {
  return unescapeHtml(html.replaceAll('</p>', '\n').replaceAll('<p>', '')).slice(0, -1)
}

/** Converts HTML of older plain posts, with `<br />` for line breaks, to the format of `plainToHtml`. */
export function breaksToParagraphs(html: string): string {
  if (!html.includes('<br />')) return html
  return html.replaceAll('</p><p>', '</p>\n<p>').replaceAll('<br />', '</p><p>').replaceAll('<p></p>', '')
}
