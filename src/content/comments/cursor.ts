import { COMMENT_SORTS, type CommentSort } from './policy.ts'

export interface ThreadPosition {
  /** Creation time in microseconds since 1970. With sort "best", the score of a top-level comment instead. */
  key: number
  id: string
}

export interface CommentCursor {
  sort: CommentSort
  root: ThreadPosition
  reply?: ThreadPosition | undefined
}

export function writeCommentCursor({ sort, root, reply }: CommentCursor): string {
  const places = [root, ...(reply ? [reply] : [])].map(({ key, id }) => `${key}.${id}`)
  return [LETTERS[sort], ...places].join('.')
}

/** Parses a cursor. Returns undefined if it is invalid. */
export function readCommentCursor(text: string): CommentCursor | undefined {
  const [, letter = '', rootKey, root, replyKey, reply] = CURSOR.exec(text) ?? []
  const sort = COMMENT_SORTS.find((each) => LETTERS[each] === letter)
  if (!sort || !rootKey || !root) return undefined
  return {
    sort,
    root: { key: Number(rootKey), id: root },
    reply: replyKey && reply ? { key: Number(replyKey), id: reply } : undefined,
  }
}

/** Converts a database timestamp to microseconds since 1970. */
export function microseconds(created_at: string): number {
  return Date.parse(`${created_at.slice(0, 23)}Z`) * 1000 + Number(created_at.slice(23, 26))
}

const LETTERS: Record<CommentSort, string> = { oldest: 'o', newest: 'n', best: 'b' }
const PLACE = '(-?\\d{1,16})\\.([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})'
const CURSOR = new RegExp(`^([onb])\\.${PLACE}(?:\\.${PLACE})?$`)
