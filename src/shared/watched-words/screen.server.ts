import { ORPCError } from '@orpc/server'
import type { Context } from '../../core/context.server.ts'
import { isStaff, type Viewer } from '../../core/viewer.ts'
import { scanText } from './scan.ts'

type ScreenContext = Pick<Context, 'watchedWords'> & { viewer: Viewer }

type Fields = Record<string, string | null | undefined>

interface Screening {
  /** Whether the field `content` is HTML. */
  isHtml?: boolean | undefined
  /**
   * Reads the current text, if the text can't wait for approval because it is an edit. Words that a moderator would
   * have to approve are then refused, unless the current text has them. Staff may use them.
   */
  readFormer?: (() => Promise<string>) | undefined
}

/**
 * Returns the fields of a text with watched words replaced. Throws BAD_REQUEST at the field of a refused word. Every
 * operation that stores a member's text calls it; imports don't.
 */
export async function screenFields<Typed extends Fields>(
  context: ScreenContext,
  typed: Typed,
  { isHtml, readFormer }: Screening = {},
): Promise<Typed> {
  const matcher = await context.watchedWords.read()
  if (matcher.entries.length === 0) return typed
  const screened: Fields = { ...typed }
  for (const [field, text] of Object.entries(typed)) {
    if (!text) continue
    const found = scanText(matcher, text, isHtml && field === 'content')
    if (found.refused !== undefined)
      throw refusal(field, `“${found.refused}” isn’t allowed here. Change it to continue.`)
    screened[field] = found.text
    if (found.held.length === 0 || !readFormer || isStaff(context.viewer)) continue
    const former = scanText(matcher, await readFormer()).held
    const added = found.held.find((word) => !former.includes(word))
    if (added)
      throw refusal(
        field,
        `“${added}” needs a moderator’s approval, which isn’t possible here. Change it to continue.`,
      )
  }
  return screened as Typed
}

/** Returns the watched words because of which a new text needs approval. Members of the staff need none. */
export async function findHeldWords(
  context: ScreenContext,
  { title, content, html }: { title?: string | undefined; content: string; html?: string | undefined },
): Promise<string[]> {
  if (isStaff(context.viewer)) return []
  const matcher = await context.watchedWords.read()
  if (matcher.entries.length === 0) return []
  const inTitle = scanText(matcher, title ?? '').held
  return [...new Set([...inTitle, ...scanText(matcher, html ?? content, html !== undefined).held])]
}

function refusal(field: string, message: string) {
  return new ORPCError('BAD_REQUEST', { message, data: { field } })
}
