import { isUuid } from './uuid.ts'

/** Maximum characters of a cursor. Real cursors have at most half as many. */
export const CURSOR_LIMIT = 400

/** Orders of lists. A cursor contains an index into this array, so never reorder it. */
const ORDERS = ['newest', 'oldest', 'top'] as const
export type KeysetOrder = (typeof ORDERS)[number]

/** Position after the last row of a page. New and deleted rows do not shift the following pages. */
export interface Cursor {
  order: KeysetOrder
  /** A time (ISO 8601, UTC, with microseconds) or a count, by which the rows are sorted. */
  key: string | number
  id: string
}

export function writeCursor({ order, key, id }: Cursor): string {
  return encodeCursor([ORDERS.indexOf(order), id, key])
}

/** Parses a cursor. Returns undefined if it is malformed or belongs to another order. */
export function readCursor(text: string, ...orders: KeysetOrder[]): Cursor | undefined {
  const [number, id, key, ...rest] = decodeCursor(text)
  const order = orders.find((each) => ORDERS.indexOf(each) === number)
  if (!order || !isUuid(id) || rest.length > 0) return undefined
  const isKey: (key: unknown) => key is string | number = order === 'top' ? isCount : isTimestamp
  return isKey(key) ? { order, key, id } : undefined
}

export function isCursor(value: unknown, ...orders: KeysetOrder[]): value is string {
  return typeof value === 'string' && readCursor(value, ...orders) !== undefined
}

/** Encodes the parts of a cursor as base64url of a JSON array. */
export function encodeCursor(parts: unknown[]): string {
  return btoa(JSON.stringify(parts)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Decodes the parts of a cursor. Returns an empty array if the text is malformed or too long. */
export function decodeCursor(text: string): unknown[] {
  // Returns early to avoid an exception, because every link to a list calls this, mostly without a cursor.
  if (!text || text.length > CURSOR_LIMIT) return []
  try {
    const list = JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')))
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

/** Returns whether PostgreSQL accepts `key` as a time. Refuses invalid dates such as 30 February. */
export function isTimestamp(key: unknown): key is string {
  if (typeof key !== 'string' || !/^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(key)) return false
  const time = new Date(key)
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 19) === key.slice(0, 19)
}

/** Returns whether `key` is in the range of PostgreSQL's type `integer`. */
export function isCount(key: unknown): key is number {
  return typeof key === 'number' && Number.isInteger(key) && Math.abs(key) < 2 ** 31
}
