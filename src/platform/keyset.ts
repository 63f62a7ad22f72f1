import { isUuid } from './uuid.ts'

/** Characters of a cursor in an address at most: the longest of ours, within a window of a search, is half of it. */
export const CURSOR_LIMIT = 400

/** By a time, the newest or the oldest first, or by a count. A cursor holds their index. */
const ORDERS = ['newest', 'oldest', 'top'] as const
export type KeysetOrder = (typeof ORDERS)[number]

/** The row after which a page begins, by what its list is sorted by: what comes or goes before it shifts nothing. */
export interface Cursor {
  order: KeysetOrder
  /** A time (ISO 8601, UTC, microseconds), or a count. */
  key: string | number
  id: string
}

export function writeCursor({ order, key, id }: Cursor): string {
  return encodeCursor([ORDERS.indexOf(order), id, key])
}

/** undefined when it is broken or of none of these orders: it comes from an address. */
export function readCursor(text: string, ...orders: KeysetOrder[]): Cursor | undefined {
  const [number, id, key, ...rest] = decodeCursor(text)
  const order = orders.find((each) => ORDERS.indexOf(each) === number)
  if (!order || !isUuid(id) || rest.length > 0) return undefined
  const isKey: (key: unknown) => key is string | number = order === 'top' ? isCount : isTimestamp
  return isKey(key) ? { order, key, id } : undefined
}

/** Whether a parameter of an address is a cursor of one of these orders. */
export function isCursor(value: unknown, ...orders: KeysetOrder[]): value is string {
  return typeof value === 'string' && readCursor(value, ...orders) !== undefined
}

/** Opaque text for an address: base64url of a JSON list. */
export function encodeCursor(parts: unknown[]): string {
  return btoa(JSON.stringify(parts)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The list in a text, empty when it is none or too long. */
export function decodeCursor(text: string): unknown[] {
  // Each link of a page of lists asks, and mostly there is none: an exception costs more than the rest of the link.
  if (!text || text.length > CURSOR_LIMIT) return []
  try {
    const list = JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')))
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

/** A time that PostgreSQL takes: the 30th of February is none. */
export function isTimestamp(key: unknown): key is string {
  if (typeof key !== 'string' || !/^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(key)) return false
  const time = new Date(key)
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 19) === key.slice(0, 19)
}

/** A number that fits into an `integer`. */
export function isCount(key: unknown): key is number {
  return typeof key === 'number' && Number.isInteger(key) && Math.abs(key) < 2 ** 31
}
