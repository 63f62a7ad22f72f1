import { draftTitle } from '../../shared/drafts/form-drafts.ts'
import type { StoredDraft } from '../../shared/drafts/storage.ts'
import { newPostAddress } from '../posts/write/new-drafts.ts'

/** `href` opens the draft in its form (undefined for a message being sent), `about` its post or note. */
export function describeDraft({ form, values, at, waits_at }: StoredDraft) {
  const [name = '', id = ''] = form.split(':')
  const kind = KINDS[name] ?? 'Text'
  const label = LABELS[name]
  const page = ABOUT[name]?.(id)
  const href = ours(waits_at) ?? ownAddress(form) ?? ours(at)
  const about = page && label ? { label, href: page } : undefined
  return { kind, words: draftTitle(values), href, about, isWaiting: waits_at !== undefined }
}

function ownAddress(form: string): string | undefined {
  if (form.startsWith('new-')) return newPostAddress(form)
  return form.startsWith('edit:') ? `/post/${form.slice('edit:'.length)}/edit` : undefined
}

/** Labels by kind of form, which is the first part of DraftKey.form. */
const KINDS: Record<string, string> = {
  'new-rich': 'New post',
  'new-plain': 'New post',
  edit: 'Changes to a post',
  'edit-pending': 'Changes to a post',
  comment: 'Comment',
  reply: 'Reply',
  'edit-comment': 'Changes to a comment',
  note: 'Note',
  'note-reply': 'Reply to a note',
  'edit-note': 'Changes to a note',
  message: 'Message',
  sending: 'Message',
  manage: 'Maintained content',
  profile: 'Your profile',
  appeal: 'Appeal',
}

/** Paths of the pages that drafts are about. The id comes from the draft key. */
const ABOUT: Record<string, (id: string) => string> = {
  edit: (id) => `/post/${id}`,
  comment: (id) => `/post/${id}`,
  'note-reply': (id) => `/notes/${id}`,
  note: () => '/notes',
  profile: () => '/edit-profile',
  appeal: (id) => `/appeal/${id}`,
}

const LABELS: Record<string, string> = {
  edit: 'View post',
  comment: 'View post',
  'note-reply': 'View note',
}

function ours(address: unknown): string | undefined {
  return typeof address === 'string' && /^\/(?![/\\])/.test(address) ? address : undefined
}
