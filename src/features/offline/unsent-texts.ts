import { readSnapshot } from '../accounts/session/snapshot.ts'
import { unsentDrafts } from '../drafts/unsent.ts'

/** A text that its member sent while the forum could not be reached. */
export interface UnsentText {
  /** "A comment" */
  name: string
  /** The page where it was written, and where it can be sent. */
  href: string
}

/** Those of the member who is looking, the newest first. */
export function unsentTexts(): UnsentText[] {
  const { user } = readSnapshot() ?? {}
  if (!user) return []
  return unsentDrafts(user.id).map(({ form, href }) => ({ name: nameOf(form), href }))
}

/** "A comment is waiting to be sent." */
export function unsentTextsSentence([first, ...others]: readonly UnsentText[]): string {
  if (!first) return ''
  return others.length === 0
    ? `${first.name} is waiting to be sent.`
    : `${others.length + 1} texts are waiting to be sent.`
}

function nameOf(form: string): string {
  const [kind = ''] = form.split(':')
  return NAMES[kind] ?? 'A text'
}

/** By the first part of DraftKey's forms. */
const NAMES: Record<string, string> = {
  'new-rich': 'A post',
  'new-plain': 'A post',
  edit: 'A changed post',
  comment: 'A comment',
  reply: 'A reply',
  'edit-comment': 'A changed comment',
  note: 'A note',
  'note-reply': 'A reply',
  sending: 'A message',
}
