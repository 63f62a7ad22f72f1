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
