import { writeQuery } from '../../platform/http/query-string.ts'
import { isCursor } from '../../platform/keyset.ts'
import { isUuid } from '../../platform/uuid.ts'
import { NOTE_ORDERS } from './policy.ts'

export interface NotesSearch {
  sort?: 'trending' | 'following'
  cursor?: string
}

/** Parses the URL parameters. Replaces invalid values by the defaults, so that each list has a single URL. */
export function notesSearch({ sort, cursor }: Record<string, unknown>): NotesSearch {
  if (sort === 'following') return { sort }
  const order = sort === 'trending' ? sort : 'recent'
  return {
    ...(order === 'trending' && { sort: order }),
    ...(isCursor(cursor, NOTE_ORDERS[order]) && { cursor }),
  }
}

/** Parses the URL parameters of a note's page. `replies` is a cursor for readers without JavaScript. */
export function repliesSearch({ replies, reply }: Record<string, unknown>): RepliesSearch {
  if (isUuid(reply)) return { reply }
  return isCursor(replies, 'oldest') ? { replies } : {}
}

interface RepliesSearch {
  replies?: string
  /** Id of the reply that a link points to. The server redirects to the page that contains it. */
  reply?: string
}

export function notesHref(search: NotesSearch): string {
  return `/notes${writeQuery({ sort: search.sort, cursor: search.cursor })}`
}
