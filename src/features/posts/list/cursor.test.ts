import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cursor, readCursor, writeCursor } from './cursor.ts'

const id = '0199b3c4-7a1e-7c3b-9d2f-0000000000a1'
const window = { before: 400, floor: 100 }
const key = '2026-11-21T07:25:00.123456Z'

test.each<Cursor>([
  { sort: 'newest', key, id, pinned: true },
  { sort: 'oldest', key, id, pinned: false },
  { sort: 'top', key: -3, id, pinned: false },
  { sort: 'views', key: 12_000, id, pinned: false },
  { sort: 'relevance', key: 0.0303, id, window },
  { sort: 'newest', key, id, window },
  { sort: 'relevance', window: { before: 100 } },
])('a cursor of $sort says what was put in', (cursor) => {
  expect(readCursor(writeCursor(cursor), cursor.sort, cursor.window !== undefined)).toEqual(cursor)
})

test.each<[string, Cursor]>([
  ['an impossible date', { sort: 'newest', key: '2026-02-30T00:00:00.000000Z', id }],
  ['a year that the database does not know', { sort: 'newest', key: '0000-01-01T00:00:00.000000Z', id }],
  ['a number that is no count', { sort: 'top', key: 1.5, id }],
  ['a count beyond the column', { sort: 'top', key: 2 ** 31, id }],
  ['a key of another order', { sort: 'top', key, id }],
  ['an id that is none', { sort: 'top', key: 1, id: "' or 1=1" }],
  ['no post and no window', { sort: 'top' }],
  ['a window upside down', { sort: 'relevance', key: 1, id, window: { before: 1, floor: 2 } }],
])('refuses %s', (_, cursor) => {
  expect(readCursor(writeCursor(cursor), cursor.sort, cursor.window !== undefined)).toBeUndefined()
})

test('a cursor of a list is none of a search, and the reverse', () => {
  expect(readCursor(writeCursor({ sort: 'newest', key, id }), 'newest', true)).toBeUndefined()
  expect(readCursor(writeCursor({ sort: 'newest', key, id, window }), 'newest', false)).toBeUndefined()
})

test('refuses any other text without throwing', () => {
  fc.assert(fc.property(fc.string(), (text) => readCursor(text, 'newest', false) === undefined))
  for (const text of ['', 'bnVsbA', btoa('[]'), btoa('{}'), btoa('[0]')])
    expect(readCursor(text, 'newest', false)).toBeUndefined()
})
