import { deviceStorage } from '../../platform/storage.ts'

/** Identifies a draft. Contains the member's id, because drafts stay on the device after a sign-out. */
export interface DraftKey {
  memberId: string
  /**
   * Form name. Posts: `new-rich:ID`, `new-plain:ID` (the ID in the URL), `edit:ID`, `edit-pending:ID`.
   * Comments: `comment:POST_ID`, `reply:ID`, `edit-comment:ID`. Notes: `note`, `note-reply:ID`,
   * `edit-note:ID`. Messages: `message:MEMBER_ID`, `sending:MEMBER_ID:ID` while a message is being sent.
   * Others: `manage:KIND:new`, `manage:KIND:ID`, `profile`, `appeal:ACTION_ID`.
   */
  form: string
  /** Distinguishes the drafts of a form that is open in several tabs. The first draft has no slot. */
  slot?: string | undefined
}

export const PREFIX = 'draft:'

export function draftName({ memberId, form, slot }: DraftKey): string {
  return `${PREFIX}${memberId}:${form}${slot === undefined ? '' : `~${slot}`}`
}

/** Returns the keys of a member's drafts. Pages that are only read load this file, so it must stay small. */
export function storedKeys(memberId: string): DraftKey[] {
  const prefix = draftName({ memberId, form: '' })
  return storedNames(prefix).map((name) => {
    const [form = '', slot] = name.slice(prefix.length).split('~')
    return { memberId, form, slot }
  })
}

export function formsWithDraft(memberId: string): string[] {
  return [...new Set(storedKeys(memberId).map(({ form }) => form))]
}

export function deleteDrafts(memberId: string): void {
  for (const key of storedKeys(memberId)) deviceStorage.remove(draftName(key))
}

export function storedNames(prefix: string): string[] {
  return deviceStorage.names().filter((name) => name.startsWith(prefix))
}
