import type { DraftKey } from '../../../shared/drafts/draft-keys.ts'
import { createFreeKey, draftsOf, findOwnDraft, isOpenElsewhere } from '../../../shared/drafts/form-drafts.ts'
import { deleteDraft, type StoredDraft, storedDrafts, writeDraft } from '../../../shared/drafts/storage.ts'
import { htmlToPlain, plainToHtml } from '../text.ts'
import type { PostFormat, PostValues } from './use-post-form.ts'

/** Storage key of a new post's draft. There may be several, each with its id in the URL. */
export function newPostKey(memberId: string, format: PostFormat, id: string): DraftKey {
  return { memberId, form: `new-${format}:${id}` }
}

/** Returns "/create-post-rich?draft=ID". */
export function newPostAddress(form: string): string {
  const [kind = '', id = ''] = form.split(':')
  return `${kind === 'new-plain' ? '/create-post' : '/create-post-rich'}?draft=${id}`
}

export function newPostDrafts(memberId: string): StoredDraft[] {
  return storedDrafts(memberId).filter(({ form }) => /^new-(?:rich|plain):/.test(form))
}

/** Any tag except paragraphs and line breaks. */
const MARKUP = /<(?!\/?p>|br ?\/?>)[^>]*>/

export function isFormatted(html: string): boolean {
  return MARKUP.test(html)
}

/** Moves the draft of a new post to the form of the other format, and converts it. */
export function moveDraftToFormat(memberId: string, id: string, to: PostFormat, values: PostValues): void {
  const here = newPostKey(memberId, to === 'plain' ? 'rich' : 'plain', id)
  const there = createFreeKey(newPostKey(memberId, to, id))
  const draft = findOwnDraft(draftsOf(here).filter((one) => !isOpenElsewhere(one)))
  if (!draft) return
  const content = to === 'plain' ? plainOf(values.content) : richOf(values.content)
  // Reuses the id, so that a post that the server already has is not created twice.
  writeDraft(there, { ...values, content }, { id: draft.id, at: newPostAddress(there.form) })
  deleteDraft(draft.key)
}

/** Blank lines separate paragraphs. Other line breaks are preserved. */
function richOf(text: string): string {
  return plainToHtml(text).replaceAll('</p><p>', '<br />').replaceAll('\n', '')
}

function plainOf(html: string): string {
  const lines = html.replace(new RegExp(MARKUP, 'g'), '').replaceAll('</p><p>', '</p>\n<p>')
  return htmlToPlain(lines.replace(/<br ?\/?>/g, '</p><p>'))
}
