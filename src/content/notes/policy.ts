import type { Viewer } from '../../core/viewer.ts'
import type { KeysetOrder } from '../../platform/keyset.ts'

/** Maximum characters of a note (spec, section 9). */
export const NOTE_LIMIT = 500
export const NOTE_PAGE = 50

export const NOTE_SORTS = ['recent', 'trending'] as const
export type NoteSort = (typeof NOTE_SORTS)[number]

export const NOTE_ORDERS = { recent: 'newest', trending: 'top' } as const satisfies Record<
  NoteSort,
  KeysetOrder
>

export const NOTE_EMPTY = 'Enter a note.'

/** Only the author. A deleted note has none. */
export function canEdit(viewer: Viewer | null, note: { author_id: string | null }): boolean {
  return viewer !== null && viewer.id === note.author_id
}

/** Only the author. A note is kept when its author deletes their account. */
export function canDelete(viewer: Viewer | null, note: { author_id: string | null }): boolean {
  return viewer !== null && viewer.id === note.author_id
}
