import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../tests/database.ts'
import { isAfter, newestCursor, type Page, toPage } from './keyset.server.ts'
import { type Cursor, type KeysetOrder, readCursor, writeCursor } from './keyset.ts'

const { db } = await testDatabase()

interface Row {
  id: string
  created_at: string
  score: number
}

/** Rows with equal scores. Their times only differ in the last microsecond, so that ids decide the order. */
const rows: Row[] = Array.from({ length: 23 }, (_, n) => ({
  id: `0199b3c4-7a1e-7c3b-9d2f-${String((n * 7) % 23).padStart(12, '0')}`,
  created_at: `2026-11-21T07:25:00.00000${n % 4}Z`,
  score: (n % 5) - 2,
}))

const LISTS = {
  newest: { columns: {}, by: sql`created_at desc, id desc`, keyOf: (row: Row) => row.created_at },
  oldest: { columns: {}, by: sql`created_at, id`, keyOf: (row: Row) => row.created_at },
  top: {
    columns: { key: 't.score', id: 't.id' },
    by: sql`score desc, id desc`,
    keyOf: (row: Row) => row.score,
  },
} as const

test.each(['newest', 'oldest', 'top'] as const)('pages of %s hold each row once, in order', async (order) => {
  const pages = await walk(order, 4)
  expect(pages.map(({ length }) => length)).toEqual([4, 4, 4, 4, 4, 3])
  expect(pages.flat()).toEqual((await walk(order, 100)).flat())
  expect(new Set(pages.flat()).size).toBe(rows.length)
})

test('the last page has no next one, full or not', () => {
  const page = [{ id: 'a' }, { id: 'b' }]
  expect(toPage(page, 2, ({ id }) => id)).toEqual({ items: page, next: null })
  expect(toPage(page, 1, ({ id }) => id)).toEqual({ items: [{ id: 'a' }], next: 'a' })
  expect(toPage([], 1, () => 'none')).toEqual({ items: [], next: null })
})

test('the newest first goes on behind a time and an id', () => {
  const [row] = rows as [Row]
  expect(readCursor(newestCursor(row), 'newest')).toEqual({
    order: 'newest',
    key: row.created_at,
    id: row.id,
  })
})

/** Returns the ids on each page of a list. */
async function walk(order: KeysetOrder, size: number): Promise<string[][]> {
  const pages: string[][] = []
  for (let next: string | null = ''; next !== null; ) {
    const page: Page<Row> = await readPage(order, size, readCursor(next, order))
    pages.push(page.items.map(({ id }) => id))
    next = page.next
  }
  return pages
}

async function readPage(order: KeysetOrder, size: number, cursor: Cursor | undefined) {
  const { columns, by, keyOf } = LISTS[order]
  const { rows: found } = await sql<Row>`
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (id uuid, created_at timestamptz, score integer)
    where ${isAfter(cursor, columns)} order by ${by} limit ${size + 1}`.execute(db)
  return toPage(found, size, (row) => writeCursor({ order, key: keyOf(row), id: row.id }))
}
