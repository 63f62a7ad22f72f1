import { type RawBuilder, sql } from 'kysely'
import { isAfterRow, SORTED } from '../../../platform/keyset.server.ts'
import type { Sort, TimeFilter } from '../policy.ts'
import type { Cursor } from './cursor.ts'

/** What each order sorts by. Among equals the newer post comes first (ids sort by time), in "oldest" last. */
export const ORDERS = {
  newest: { column: 'created_at', ...SORTED.newest },
  oldest: { column: 'created_at', ...SORTED.oldest },
  top: { column: 'votes_score', ...SORTED.top },
  discussed: { column: 'comment_count', ...SORTED.top },
  views: { column: 'view_count', ...SORTED.top },
  /** Of its newest comment, or of the post without one. */
  active: { column: 'active_at', ...SORTED.newest },
  relevance: { column: 'rank', ...SORTED.top, type: sql`double precision` },
} as const

const DAYS = { day: 1, week: 7, month: 30, year: 365 } as const

/** `order by` this: the sort's column and the post's id, of `table` if one is given. */
export function inOrder(sort: Sort, table?: string): RawBuilder<unknown> {
  const { column, direction } = ORDERS[sort]
  return sql`${named(column, table)} ${direction}, ${named('post_id', table)} ${direction}`
}

/** The sort's column of `page`, as `sort_key`. */
export function sortKey(sort: Sort): RawBuilder<unknown> {
  return sql`${named(ORDERS[sort].column, 'page')} as sort_key`
}

/** Whether a row comes after the post of the cursor in this order. */
export function isAfter(cursor: Cursor | undefined, sort: Sort): RawBuilder<unknown> {
  if (cursor?.id === undefined || cursor.key === undefined) return sql`true`
  const { key, id } = cursor
  return isAfterRow({ key, id }, ORDERS[sort], { key: ORDERS[sort].column, id: 'post_id' })
}

/** The beginning of the time filter, or null. */
export function beginOf(time: TimeFilter): RawBuilder<unknown> {
  return time === 'all' ? sql`null::timestamptz` : sql`now() - ${sql.lit(`${DAYS[time]} days`)}::interval`
}

/** Whether a row lies within the time filter. */
export function isWithin(time: TimeFilter): RawBuilder<unknown> {
  return time === 'all' ? sql`true` : sql`created_at >= ${beginOf(time)}`
}

function named(column: string, table: string | undefined) {
  return sql.ref(table ? `${table}.${column}` : column)
}
