import type { DraftKey } from '../../drafts/names.ts'
import { type StoredDraft, storedDrafts } from '../../drafts/storage.ts'
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
  return storedDrafts(memberId).filter(({ form }) => /^new-(?:rich|plain):/.test(form))
}
