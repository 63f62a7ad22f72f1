import type { DraftKey } from '../../../shared/drafts/draft-keys.ts'
import { createFreeKey, draftsOf, findOwnDraft, isOpenElsewhere } from '../../../shared/drafts/form-drafts.ts'
import { deleteDraft, type StoredDraft, storedDrafts, writeDraft } from '../../../shared/drafts/storage.ts'
import { htmlToPlain, plainToHtml } from '../text.ts'
import type { PostFormat, PostValues } from './use-post-form.ts'

/** Storage key for the draft of a new post. A member may have several, each with its id in the URL. */
export function newPostKey(memberId: string, format: PostFormat, id: string): DraftKey {
  return { memberId, form: `new-${format}:${id}` }
}

/** Returns the URL of a draft's form, such as "/create-post-rich?draft=ID". */
export function newPostAddress(form: string): string {
  const [kind = '', id = ''] = form.split(':')
  return `${kind === 'new-plain' ? '/create-post' : '/create-post-rich'}?draft=${id}`
}

export function newPostDrafts(memberId: string): StoredDraft[] {
  return storedDrafts(memberId).filter(({ form }) => /^new-(?:rich|plain):/.test(form))
}

/** Matches all tags except paragraphs and line breaks. */
const MARKUP = /<(?!\/?p>|br ?\/?>)[^>]*>/

export function isFormatted(html: string): boolean {
  return MARKUP.test(html)
}

/** Converts the draft of a new post to the other format, and moves it to that format's form. */
export function moveDraftToFormat(memberId: string, id: string, to: PostFormat, values: PostValues): void {
  const here = newPostKey(memberId, to === 'plain' ? 'rich' : 'plain', id)
  const there = createFreeKey(newPostKey(memberId, to, id))
  const draft = findOwnDraft(draftsOf(here).filter((one) => !isOpenElsewhere(one)))
  if (!draft) return
  const content = to === 'plain' ? plainOf(values.content) : richOf(values.content)
  // Keeps the draft's id, which becomes the post's: if the server already has the post, it isn't duplicated.
  writeDraft(there, { ...values, content }, { id: draft.id, at: newPostAddress(there.form) })
  deleteDraft(draft.key)
}

/** Converts plain text to HTML. Blank lines separate paragraphs, other line breaks become <br />. */
function richOf(text: string): string {
  return plainToHtml(text).replaceAll('</p><p>', '<br />').replaceAll('\n', '')
}

function plainOf(html: string): string {
  const lines = html.replace(new RegExp(MARKUP, 'g'), '').replaceAll('</p><p>', '</p>\n<p>')
  return htmlToPlain(lines.replace(/<br ?\/?>/g, '</p><p>'))
}
