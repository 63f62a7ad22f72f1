import { type RawBuilder, sql } from 'kysely'
import type { Sort, TimeFilter } from '../policy.ts'
import type { Cursor } from './cursor.ts'

/** What each order sorts by. Among equals the newer post comes first (ids sort by time), in "oldest" last. */
export const ORDERS = {
  newest: { column: 'created_at', direction: sql`desc`, beyond: sql`<`, type: sql`timestamptz` },
  oldest: { column: 'created_at', direction: sql`asc`, beyond: sql`>`, type: sql`timestamptz` },
  top: { column: 'votes_score', direction: sql`desc`, beyond: sql`<`, type: sql`integer` },
  discussed: { column: 'comment_count', direction: sql`desc`, beyond: sql`<`, type: sql`integer` },
  views: { column: 'view_count', direction: sql`desc`, beyond: sql`<`, type: sql`integer` },
  relevance: { column: 'rank', direction: sql`desc`, beyond: sql`<`, type: sql`double precision` },
} as const

const DAYS = { day: 1, week: 7, month: 30, year: 365 } as const

/** `order by` this: the sort's column and the post's id, of `table` if one is given. */
export function inOrder(sort: Sort, table?: string): RawBuilder<unknown> {
  const { column, direction } = ORDERS[sort]
  return sql`${named(column, table)} ${direction}, ${named('post_id', table)} ${direction}`
}

/** Whether a row comes after the post of the cursor in this order. */
export function isBehind(cursor: Cursor | undefined, sort: Sort): RawBuilder<unknown> {
  if (cursor?.id === undefined) return sql`true`
  const { column, beyond, type } = ORDERS[sort]
  return sql`(${sql.ref(column)}, post_id) ${beyond} (${cursor.key}::${type}, ${cursor.id}::uuid)`
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
