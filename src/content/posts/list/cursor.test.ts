import { expect, test } from 'vitest'
import fc from '../../../../tests/fast-check.ts'
import { isCursorOf, type PostCursor, readPostCursor, writePostCursor } from './cursor.ts'

const id = '0199b3c4-7a1e-7c3b-9d2f-0000000000a1'
const window = { before: 400, floor: 100 }
const key = '2026-11-21T07:25:00.123456Z'

test.each<PostCursor>([
  { sort: 'newest', key, id, pinned: true },
  { sort: 'oldest', key, id, pinned: false },
  { sort: 'active', key, id, pinned: false },
  { sort: 'top', key: -3, id, pinned: false },
  { sort: 'views', key: 12_000, id, pinned: false },
  { sort: 'relevance', key: 0.0303, id, window },
  { sort: 'newest', key, id, window },
  { sort: 'relevance', window: { before: 100 } },
])('a cursor of $sort says what was put in, and belongs to one list', (cursor) => {
  const isSearch = cursor.window !== undefined
  const read = readPostCursor(writePostCursor(cursor))
  expect(read).toEqual(cursor)
  expect(isCursorOf(read, cursor.sort, isSearch)).toBe(true)
  expect(isCursorOf(read, cursor.sort, !isSearch)).toBe(false)
  expect(isCursorOf(read, 'discussed', isSearch)).toBe(false)
})

test.each<[string, PostCursor]>([
  ['an impossible date', { sort: 'newest', key: '2026-02-30T00:00:00.000000Z', id }],
  ['a number that is no count', { sort: 'top', key: 1.5, id }],
  ['a key of another order', { sort: 'discussed', key, id }],
  ['an id that is none', { sort: 'top', key: 1, id: "' or 1=1" }],
  ['no post and no window', { sort: 'top' }],
  ['a window upside down', { sort: 'relevance', key: 1, id, window: { before: 1, floor: 2 } }],
])('refuses %s', (_, cursor) => {
  expect(readPostCursor(writePostCursor(cursor))).toBeUndefined()
})

test('refuses any other text without throwing', () => {
  fc.assert(fc.property(fc.string(), (text) => readPostCursor(text) === undefined))
})

test('what is no cursor belongs to no list', () => {
  expect(isCursorOf(undefined, 'newest', false)).toBe(false)
})
