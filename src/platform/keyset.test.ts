import { expect, test } from 'vitest'
import fc from '../../tests/fast-check.ts'
import {
  CURSOR_LIMIT,
  type Cursor,
  decodeCursor,
  encodeCursor,
  isCursor,
  readCursor,
  writeCursor,
} from './keyset.ts'

const id = '0199b3c4-7a1e-7c3b-9d2f-0000000000a1'
const key = '2026-11-21T07:25:00.123456Z'
const newest: Cursor = { order: 'newest', key, id }

const times = fc
  .tuple(
    fc.date({ min: new Date('1000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }),
    fc.nat(999),
  )
  .map(([date, micros]) => `${date.toISOString().slice(0, -1)}${String(micros).padStart(3, '0')}Z`)
const cursors = fc.oneof(
  fc.record({ order: fc.constantFrom('newest' as const, 'oldest' as const), key: times, id: fc.uuid() }),
  fc.record({ order: fc.constant('top' as const), key: fc.integer(), id: fc.uuid() }),
)

test('a cursor says what was put in, in letters that an address takes as they are', () => {
  fc.assert(
    fc.property(cursors, (cursor) => {
      fc.pre(Math.abs(Number(cursor.key)) !== 2 ** 31)
      const text = writeCursor(cursor)
      expect(text).toMatch(/^[\w-]+$/)
      expect(text.length).toBeLessThan(CURSOR_LIMIT)
      expect(readCursor(text, cursor.order)).toEqual(cursor)
    }),
  )
})

test('a cursor belongs to one order', () => {
  const text = writeCursor(newest)
  expect(readCursor(text, 'oldest', 'top')).toBeUndefined()
  expect(readCursor(text, 'oldest', 'newest')).toEqual(newest)
  expect(readCursor(text)).toBeUndefined()
})

test.each<[string, unknown[]]>([
  ['an impossible date', [0, id, '2026-02-30T00:00:00.000000Z']],
  ['a year that the database does not know', [0, id, '0000-01-01T00:00:00.000000Z']],
  ['a number for a time', [0, id, 1]],
  ['a time for a count', [2, id, key]],
  ['a number that is no count', [2, id, 1.5]],
  ['a count beyond the column', [2, id, 2 ** 31]],
  ['an id that is none', [0, "' or 1=1", key]],
  ['no id', [0, 0, 0]],
  ['the window of a search', [0, id, key, 0, 400, 100]],
  ['an order of the posts alone', [3, id, 1]],
  ['a list that is too short', [0, id]],
])('refuses %s', (_, parts) => {
  expect(readCursor(encodeCursor(parts), 'newest', 'oldest', 'top')).toBeUndefined()
})

test('refuses any other text without throwing', () => {
  const readAny = (text: string) => readCursor(text, 'newest', 'oldest', 'top')
  fc.assert(fc.property(fc.string(), (text) => readAny(text) === undefined))
  fc.assert(
    fc.property(fc.jsonValue(), (value) => readAny(btoa(encodeURI(JSON.stringify(value)))) === undefined),
  )
  for (const text of ['', 'bnVsbA', btoa('[]'), btoa('{}'), btoa('[0]')])
    expect(readAny(text)).toBeUndefined()
})

test('a longer text than an address may hold is none, whatever it says', () => {
  const text = encodeCursor([0, id, key, ' '.repeat(CURSOR_LIMIT)])
  expect(decodeCursor(text)).toEqual([])
  expect(readCursor(text, 'newest')).toBeUndefined()
})

test('of the parameters of an address only a text is a cursor', () => {
  expect(isCursor(writeCursor(newest), 'newest')).toBe(true)
  for (const value of [undefined, null, 7, [writeCursor(newest)], writeCursor(newest).slice(1)])
    expect(isCursor(value, 'newest')).toBe(false)
})
