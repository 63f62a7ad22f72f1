import { isCursor } from '../../platform/keyset.ts'
import { writeQuery } from '../../platform/query-string.ts'
import { isUuid } from '../../platform/uuid.ts'
import { NOTE_ORDERS } from './policy.ts'

/** What the address of the notes says; what is missing has its default. */
export interface NotesSearch {
  /** Following: for members; the page is as for a guest before that. */
  sort?: 'trending' | 'following'
  cursor?: string
}

/** Never fails: unknown values fall back to their defaults, so that each list has one address. */
export function notesSearch({ sort, cursor }: Record<string, unknown>): NotesSearch {
  if (sort === 'following') return { sort }
  const order = sort === 'trending' ? sort : 'recent'
  return {
    ...(order === 'trending' && { sort: order }),
    ...(isCursor(cursor, NOTE_ORDERS[order]) && { cursor }),
  }
}

/** Where the replies begin, for those who read without script; what is not of ours is the beginning. */
export function repliesSearch({ replies, reply }: Record<string, unknown>): RepliesSearch {
  if (isUuid(reply)) return { reply }
  return isCursor(replies, 'oldest') ? { replies } : {}
}

interface RepliesSearch {
  replies?: string
  /** A reply that is looked for. It leads to the address of its page. */
  reply?: string
}

export function notesHref(search: NotesSearch): string {
  return `/notes${writeQuery({ sort: search.sort, cursor: search.cursor })}`
}
