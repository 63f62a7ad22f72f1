import { draftsOf, freeKey, isHeldElsewhere, ownOf } from '../../drafts/form-drafts.ts'
import { dropDraft, writeDraft } from '../../drafts/storage.ts'
import { htmlToPlain, plainToHtml } from '../text.ts'
import { newPostAddress, newPostKey } from './new-drafts.ts'
import type { Format, PostValues } from './use-post-form.ts'

/** Whether more than paragraphs and line breaks would be lost in plain text. */
export function isFormatted(html: string): boolean {
  return MARKUP.test(html)
}

/** Any tag but those of paragraphs and line breaks. */
const MARKUP = /<(?!\/?p>|br ?\/?>)[^>]*>/

/** Moves what is in the form of a new post to the form of the other format, whose text it becomes. */
export function carryDraft(memberId: string, id: string, to: Format, values: PostValues): void {
  const here = newPostKey(memberId, to === 'plain' ? 'rich' : 'plain', id)
  const there = freeKey(newPostKey(memberId, to, id))
  const draft = ownOf(draftsOf(here, isAnything).filter((one) => !isHeldElsewhere(one)))
  if (!draft) return
  const content = to === 'plain' ? plainOf(values.content) : richOf(values.content)
  // The same post as before: should the server have got it already, it is not made twice.
  writeDraft(there, { ...values, content }, { id: draft.id, at: newPostAddress(there.form) })
  dropDraft(draft.key)
}

/** As somebody would write it there: a blank line parts paragraphs, and a line break is one. */
function richOf(text: string): string {
  return plainToHtml(text).replaceAll('</p><p>', '<br />').replaceAll('\n', '')
}

function plainOf(html: string): string {
  const lines = html.replace(new RegExp(MARKUP, 'g'), '').replaceAll('</p><p>', '</p>\n<p>')
  return htmlToPlain(lines.replace(/<br ?\/?>/g, '</p><p>'))
}

function isAnything(values: unknown): values is unknown {
  return values !== undefined
}
