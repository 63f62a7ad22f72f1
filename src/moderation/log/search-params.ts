import { writeQuery } from '../../platform/http/query-string.ts'
import { isUuid } from '../../platform/uuid.ts'

/** Search parameters of the log page. Missing and malformed parameters are omitted. */
export interface LogSearch {
  action?: string
  month?: string
  moderator?: string
  part_of?: string
  cursor?: string
}

/** Normalizes parameters without throwing, so each list has one URL. load-log.ts drops unknown actions. */
export function logSearch(raw: Record<string, unknown>): LogSearch {
  const { action, part_of } = raw
  if (isId(action)) return { action: action.toLowerCase() }
  const month = textOf(raw.month)
  const moderator = textOf(raw.moderator).trim().replace(/^@/, '').toLowerCase().slice(0, 30)
  const cursor = textOf(raw.cursor)
  return {
    ...(/^[a-z_]{3,30}$/.test(textOf(action)) && { action: textOf(action) }),
    ...(/^20\d\d-(0[1-9]|1[0-2])$/.test(month) && { month }),
    ...(moderator && { moderator }),
    ...(isId(part_of) && { part_of: part_of.toLowerCase() }),
    ...(/^[1-9]\d{0,8}$/.test(cursor) && { cursor }),
  }
}

export function logHref(from: LogSearch, change: LogSearch = {}): string {
  return `/moderation${writeQuery({ ...logSearch({ ...from, ...change }) })}`
}

export function isOneEntry({ action }: LogSearch): boolean {
  return isId(action)
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && isUuid(value)
}

function textOf(value: unknown): string {
  // Replaces U+0000, which PostgreSQL rejects. Accepts numbers, because the router parses digits.
  return typeof value === 'string' || typeof value === 'number' ? String(value).replaceAll('\0', ' ') : ''
}
