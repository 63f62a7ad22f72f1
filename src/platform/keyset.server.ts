import { type RawBuilder, sql } from 'kysely'
import { countFittingItems } from './http/response-size.server.ts'
import { type Cursor, writeCursor } from './keyset.ts'

/** SQL of each sort order: its direction, the operator that finds later rows, and the key column's type. */
export const SORTED = {
  newest: { direction: sql`desc`, after: sql`<`, type: sql`timestamptz` },
  oldest: { direction: sql`asc`, after: sql`>`, type: sql`timestamptz` },
  top: { direction: sql`desc`, after: sql`<`, type: sql`integer` },
} as const

type KeysetOrderSql = Record<'after' | 'type', RawBuilder<unknown>>

interface Columns {
  key?: string
  id?: string
}

export function isAfter(cursor: Cursor | undefined, columns?: Columns): RawBuilder<unknown> {
  return cursor ? isAfterRow(cursor, SORTED[cursor.order], columns) : sql`true`
}

/** Returns a condition for the rows after `row`. It compares tuples, because they can use an index. */
export function isAfterRow(
  row: Pick<Cursor, 'key' | 'id'>,
  { after, type }: KeysetOrderSql,
  { key = 'created_at', id = 'id' }: Columns = {},
): RawBuilder<unknown> {
  return sql`(${sql.ref(key)}, ${sql.ref(id)}) ${after} (${row.key}::${type}, ${row.id}::uuid)`
}

export interface Page<Item> {
  items: Item[]
  /** Cursor of the next page, or null on the last page. */
  next: string | null
}

/** Returns a page of `size` items, or fewer if they are long. `rows` has one more if there is a next page. */
export function toPage<Row>(rows: Row[], size: number, cursorAfter: (last: Row) => string): Page<Row> {
  const items = rows.slice(0, size)
  const last = rows.length > size ? items.at(-1) : undefined
  return fitPage({ items, next: last === undefined ? null : cursorAfter(last) }, cursorAfter)
}

/** Shortens a page whose items are too large for one response. */
export function fitPage<Item>(page: Page<Item>, cursorAfter: (last: Item) => string): Page<Item> {
  const items = page.items.slice(0, countFittingItems(page.items))
  const last = items.at(-1)
  if (last === undefined || items.length === page.items.length) return page
  return { items, next: cursorAfter(last) }
}

export function newestCursor({ id, created_at }: { id: string; created_at: string }): string {
  return writeCursor({ order: 'newest', key: created_at, id })
}
