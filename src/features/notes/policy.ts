import type { Viewer } from '../accounts/policy.ts'

/** Characters; a thought that needs more is a post (spec, section 9). */
export const NOTE_LIMIT = 500
/** Notes a load, and replies a page (spec, section 9). */
export const NOTE_PAGE = 50
/** Notes in the tab of a profile (spec, section 9). */
export const PROFILE_NOTES = 10

export const NOTE_SORTS = ['recent', 'trending'] as const
export type NoteSort = (typeof NOTE_SORTS)[number]

export const NOTE_EMPTY = 'A note needs some words.'

/** Only the author; a note whose author has left stays. */
export function canDelete(viewer: Viewer | null, note: { author_id: string | null }): boolean {
  return viewer !== null && viewer.id === note.author_id
}
