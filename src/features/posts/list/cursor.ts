import { isUuid } from '../../../platform/uuid.ts'
import { SORTS, type Sort } from '../policy.ts'

/** Where a list goes on. */
export interface Cursor {
  sort: Sort
  /** Behind the post with this id … */
  id?: string
  /** … at this place in the order: a time (ISO 8601, microseconds), a count, or a rank. */
  key?: string | number
  /** It is one of the pinned posts that come first. */
  pinned?: boolean
  /** A search goes through its matches in windows; without `id`, from the beginning of this one. */
  window?: SearchWindow
}

/** The matches whose number in the order of publication is from `floor` on (when it is known) and below `before`. */
export interface SearchWindow {
  before: number
  floor?: number
}

/** Opaque text for an address: base64url of a JSON list. */
export function writeCursor({ sort, id, key, pinned, window }: Cursor): string {
  const parts = [
    SORTS.indexOf(sort),
    id ?? 0,
    key ?? 0,
    pinned ? 1 : 0,
    window?.before ?? -1,
    window?.floor ?? -1,
  ]
  return btoa(JSON.stringify(parts)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** What a cursor says, or nothing where it is broken or belongs to another order: it comes from an address. */
export function readCursor(text: string, sort: Sort, isSearch: boolean): Cursor | undefined {
  const [order, id, key, pinned, before, floor] = listFrom(text)
  if (order !== SORTS.indexOf(sort) || (pinned !== 0 && pinned !== 1)) return undefined
  if (id !== 0 && !(isUuid(id) && isKey(key, sort))) return undefined
  const place = id === 0 ? {} : { id, key: key as string | number }
  if (!isSearch) return id === 0 || before !== -1 ? undefined : { sort, ...place, pinned: pinned === 1 }
  if (!isNumber(before) || (floor !== -1 && !(isNumber(floor) && floor < before))) return undefined
  return { sort, ...place, window: floor === -1 ? { before } : { before, floor } }
}

function listFrom(text: string): unknown[] {
  try {
    const list = JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')))
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

function isKey(key: unknown, sort: Sort): boolean {
  if (sort === 'newest' || sort === 'oldest') return isTimestamp(key)
  if (sort === 'relevance') return typeof key === 'number' && Number.isFinite(key)
  return typeof key === 'number' && Number.isInteger(key) && Math.abs(key) < 2 ** 31
}

/** A time that PostgreSQL takes: the 30th of February is none. */
function isTimestamp(key: unknown): boolean {
  if (typeof key !== 'string' || !/^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(key)) return false
  const time = new Date(key)
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 19) === key.slice(0, 19)
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
