import { type RawBuilder, sql } from 'kysely'
import { countThatFit } from './answer-size.server.ts'
import { type Cursor, writeCursor } from './keyset.ts'

/** How PostgreSQL sorts by a key, which of two pairs comes after the other, and what a key of a cursor is. */
export const SORTED = {
  newest: { direction: sql`desc`, after: sql`<`, type: sql`timestamptz` },
  oldest: { direction: sql`asc`, after: sql`>`, type: sql`timestamptz` },
  top: { direction: sql`desc`, after: sql`<`, type: sql`integer` },
} as const

type Sorted = Record<'after' | 'type', RawBuilder<unknown>>

/** The columns that a list is sorted by. */
interface Columns {
  key?: string
  id?: string
}

/** Whether a row comes after that of the cursor. */
export function isAfter(cursor: Cursor | undefined, columns?: Columns): RawBuilder<unknown> {
  return cursor ? isAfterRow(cursor, SORTED[cursor.order], columns) : sql`true`
}

/** One comparison of pairs, with which PostgreSQL begins its walk down an index. */
export function isAfterRow(
  row: Pick<Cursor, 'key' | 'id'>,
  { after, type }: Sorted,
  { key = 'created_at', id = 'id' }: Columns = {},
): RawBuilder<unknown> {
  return sql`(${sql.ref(key)}, ${sql.ref(id)}) ${after} (${row.key}::${type}, ${row.id}::uuid)`
}

export interface Page<Item> {
  items: Item[]
  /** The cursor of the next page, null on the last one. */
  next: string | null
}

/** A page of `size`, or fewer long rows, from one row more, which tells whether there is a next page. */
export function toPage<Row>(rows: Row[], size: number, cursorAfter: (last: Row) => string): Page<Row> {
  const items = rows.slice(0, size)
  const last = rows.length > size ? items.at(-1) : undefined
  return fitPage({ items, next: last === undefined ? null : cursorAfter(last) }, cursorAfter)
}

/** The page, ended early where its items are longer than an answer may be: as HTML a text is longer than in its row. */
export function fitPage<Item>(page: Page<Item>, cursorAfter: (last: Item) => string): Page<Item> {
  const items = page.items.slice(0, countThatFit(page.items))
  const last = items.at(-1)
  if (last === undefined || items.length === page.items.length) return page
  return { items, next: cursorAfter(last) }
}

/** The cursor after a row of a list with the newest first. */
export function newestCursor({ id, created_at }: { id: string; created_at: string }): string {
  return writeCursor({ order: 'newest', key: created_at, id })
}
