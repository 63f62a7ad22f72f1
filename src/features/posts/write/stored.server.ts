import { textOf } from '../../markup/html.ts'
import { plainToHtml } from '../text.ts'
import { sanitizePost, sanitizeSent } from './sanitize.server.ts'
import type { Text } from './write-sql.server.ts'

/** As it is kept; undefined where it has too many tags. Plain text has the tags that we give it, as many as its lines need. */
export function stored(content: string, format: Text['format']): Text | undefined {
  const html = format === 'plain' ? sanitizePost(plainToHtml(content)) : sanitizeSent(content)
  return html === undefined ? undefined : { content: html, content_text: textOf(html), format }
}
