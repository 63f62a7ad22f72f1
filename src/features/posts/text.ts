import { unescapeHtml } from '../markup/html.ts'

/**
 * Plain text as the HTML that is stored: escaped, a paragraph for each line. Blank lines are kept as line breaks between
 * the paragraphs, which nobody sees: for editing. Written exactly as the sanitizer writes, so it passes through unchanged.
 */
export function plainToHtml(text: string): string {
  return text
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .split('\n')
    .map((line) => (line.trim() ? `<p>${line}</p>` : '\n'))
    .join('')
    .trim()
}

/** The way back, for editing: what `plainToHtml` made as somebody typed it. */
export function htmlToPlain(html: string): string {
  return unescapeHtml(html.replaceAll('</p>', '\n').replaceAll('<p>', '')).slice(0, -1)
}

/**
 * A plain post was once stored with a `<br />` for a line break, and only blank lines parted paragraphs: what is shown
 * and edited is what `plainToHtml` makes today. What it made itself has no `<br />` and stays.
 */
export function paragraphsOf(html: string): string {
  if (!html.includes('<br />')) return html
  return html.replaceAll('</p><p>', '</p>\n<p>').replaceAll('<br />', '</p><p>').replaceAll('<p></p>', '')
}
