import { decodeCursor, encodeCursor, isCount, isTimestamp } from '../../../platform/keyset.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { SORTS, type Sort } from '../policy.ts'

export interface PostCursor {
  sort: Sort
  id?: string
  /** Sort key of the page's last post: a time (ISO 8601, microseconds), a count, or a relevance rank. */
  key?: string | number
  pinned?: boolean
  /** Range of posts that a search reads and sorts together. Without `id`, the page begins at its start. */
  window?: { before: number; floor?: number }
}

export function writePostCursor({ sort, id, key, pinned, window }: PostCursor): string {
  const { before = -1, floor = -1 } = window ?? {}
  return encodeCursor([SORTS.indexOf(sort), id ?? 0, key ?? 0, pinned ? 1 : 0, before, floor])
}

/** Parses a cursor. Returns undefined if it is invalid. */
export function readPostCursor(text: string): PostCursor | undefined {
  const [number, id, key, pinned, before, floor] = decodeCursor(text)
  const sort = SORTS.find((_, index) => index === number)
  if (!sort || (pinned !== 0 && pinned !== 1)) return undefined
  if (id !== 0 && !(isUuid(id) && isKey(key, sort))) return undefined
  const place = id === 0 ? {} : { id, key: key as string | number }
  if (before === -1) return id === 0 ? undefined : { sort, ...place, pinned: pinned === 1 }
  if (!isNumber(before) || (floor !== -1 && !(isNumber(floor) && floor < before))) return undefined
  return { sort, ...place, window: floor === -1 ? { before } : { before, floor } }
}

/** Whether the cursor belongs to a list in this order. Cursors of searches have a window, others don't. */
export function isCursorOf(cursor: PostCursor | undefined, sort: Sort, isSearch: boolean): boolean {
  return cursor?.sort === sort && (cursor.window !== undefined) === isSearch
}

function isKey(key: unknown, sort: Sort): boolean {
  if (sort === 'newest' || sort === 'oldest' || sort === 'active') return isTimestamp(key)
  return sort === 'relevance' ? typeof key === 'number' && Number.isFinite(key) : isCount(key)
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
