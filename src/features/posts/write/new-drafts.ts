import { newId } from '../../../platform/ids.ts'
import type { DraftKey } from '../../drafts/names.ts'
import { readDraft, type StoredDraft, storedDrafts, takeDraft, writeDraft } from '../../drafts/storage.ts'
import type { Format } from './use-post-form.ts'

/** Where a new post is kept while it is written: there may be several, each with an id in its address. */
export function newPostKey(memberId: string, format: Format, id: string): DraftKey {
  return { memberId, form: `new-${format}:${id}` }
}

/** "/create-post-rich?draft=ID" */
export function newPostAddress(form: string): string {
  const [kind = '', id = ''] = form.split(':')
  return `${kind === 'new-plain' ? '/create-post' : '/create-post-rich'}?draft=${id}`
}

/** The new posts that a member has begun on this device, the newest first. */
export function newPostDrafts(memberId: string): StoredDraft[] {
  giveIds(memberId)
  return storedDrafts(memberId).filter(({ form }) => /^new-(?:rich|plain):/.test(form))
}

/** A version before kept one for each format, without an id. */
export function giveIds(memberId: string): void {
  for (const format of ['rich', 'plain'] as const) {
    const former = { memberId, form: `new-${format}` }
    const draft = readDraft(former, (values): values is unknown => values !== undefined)
    if (!draft) continue
    const key = newPostKey(memberId, format, newId())
    const address = newPostAddress(key.form)
    writeDraft(key, draft.values, { id: draft.id, at: address, ...(draft.waits_at && { waitsAt: address }) })
    takeDraft(former)
  }
}
