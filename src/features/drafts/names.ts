import { deviceStorage } from '../../platform/storage.ts'

/** Where a draft belongs: drafts outlive signing out, so each is found by its member alone. */
export interface DraftKey {
  memberId: string
  /**
   * `new-rich:ID`, `new-plain:ID` (a new post; ID is in its address), `edit:ID` of a post, `edit-pending:ID` of a post that awaits approval, `comment:ID` of a post, `reply:ID` and `edit-comment:ID` of a
   * comment, `note`, `note-reply:ID` and `edit-note:ID` of a note, `message:ID` to a member, `sending:MEMBER_ID:ID` for a message on its
   * way, `manage:KIND:new` and `manage:KIND:ID` for what curators maintain, `profile`, `appeal:ID` against an action
   */
  form: string
}

export const PREFIX = 'draft:'

/** What a draft is called in local storage. */
export function draftName({ memberId, form }: DraftKey): string {
  return `${PREFIX}${memberId}:${form}`
}

/** The forms for which a member has stored drafts. Small: pages that only read ask it too. */
export function formsWithDraft(memberId: string): string[] {
  const prefix = draftName({ memberId, form: '' })
  return storedNames(prefix).map((name) => name.slice(prefix.length))
}

export function storedNames(prefix: string): string[] {
  return deviceStorage.names().filter((name) => name.startsWith(prefix))
}
