import { ORPCError } from '@orpc/server'
import type { Context } from '../../../core/context.server.ts'
import type { Viewer } from '../../../core/viewer.ts'
import { screenFields } from '../../../shared/watched-words/screen.server.ts'
import { contentTooLong, HTML_LIMITS } from '../policy.ts'
import { toStoredText } from './sanitize.server.ts'
import type { StoredText } from './write-sql.server.ts'

interface TypedPost {
  title?: string | undefined
  content?: string | undefined
  format: StoredText['format']
}

/**
 * Applies watched words (`screenFields`) and adds the content in its stored form. Rich text is searched as it is
 * stored, where no tag can hide a word. Returns undefined if the content has too many tags.
 */
export async function screenPost<Typed extends TypedPost>(
  context: Context & { viewer: Viewer },
  typed: Typed,
  readFormer?: () => Promise<string>,
): Promise<(Typed & { text: StoredText | undefined }) | undefined> {
  const { title, content, format } = typed
  const text = content === undefined ? undefined : toStoredText(content, format)
  if (content !== undefined && !text) return undefined
  const isHtml = format === 'rich'
  const searched = isHtml ? text?.content : content
  const screened = await screenFields(context, { title, content: searched }, { isHtml, readFormer })
  const replaced = screened.content
  if (replaced === undefined || replaced === searched) return { ...typed, title: screened.title, text }
  // Checked before parsing, because a replacement can be a hundred times as long as the word.
  if (replaced.length > HTML_LIMITS[format])
    throw new ORPCError('BAD_REQUEST', { message: contentTooLong(format), data: { field: 'content' } })
  const stored = toStoredText(replaced, format)
  return stored && { ...typed, ...screened, text: stored }
}
