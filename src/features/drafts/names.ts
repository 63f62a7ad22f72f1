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
  /** Tells apart the drafts of one form that is open in several tabs. The first draft has none. */
  slot?: string | undefined
}

export const PREFIX = 'draft:'

/** What a draft is called in local storage. */
export function draftName({ memberId, form, slot }: DraftKey): string {
  return `${PREFIX}${memberId}:${form}${slot === undefined ? '' : `~${slot}`}`
}

/** Of all drafts that a member has stored. Small: pages that only read ask it too. */
export function storedKeys(memberId: string): DraftKey[] {
  const prefix = draftName({ memberId, form: '' })
  return storedNames(prefix).map((name) => {
    const [form = '', slot] = name.slice(prefix.length).split('~')
    return { memberId, form, slot }
  })
}

/** The forms for which a member has stored drafts. */
export function formsWithDraft(memberId: string): string[] {
  return [...new Set(storedKeys(memberId).map(({ form }) => form))]
}

/** Removes all that a member has stored on this device. */
export function deleteDrafts(memberId: string): void {
  for (const key of storedKeys(memberId)) deviceStorage.remove(draftName(key))
}

export function storedNames(prefix: string): string[] {
  return deviceStorage.names().filter((name) => name.startsWith(prefix))
}
