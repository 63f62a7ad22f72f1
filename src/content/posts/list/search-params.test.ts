import { expect, test } from 'vitest'
import fc from '../../../../tests/fast-check.ts'
import { parseQuery, writeQuery } from '../../../platform/http/query-string.ts'
import { sortOf } from '../policy.ts'
import { writePostCursor } from './cursor.ts'
import { listHref, listSearch } from './search-params.ts'

const AI = '0199b3c4-7a1e-7c3b-9d2f-0000000000a1'
const ETHICS = '0199b3c4-7a1e-7c3b-9d2f-0000000000e7'

test('an address without parameters is the newest of all posts', () => {
  expect(listSearch({})).toEqual({})
  expect(sortOf({})).toBe('newest')
})

test('a search is sorted by relevance unless another order is chosen', () => {
  expect(sortOf(listSearch({ search: 'brain' }))).toBe('relevance')
  expect(sortOf(listSearch({ search: 'brain', sort: 'newest' }))).toBe('newest')
  expect(listSearch({ search: 'brain', sort: 'relevance' })).toEqual({ search: 'brain' })
  expect(listSearch({ sort: 'relevance' })).toEqual({})
})

test.each([
  ['sort', 'bogus'],
  ['sort', 'newest'],
  ['sort', ''],
  ['time', 'fortnight'],
  ['time', 'all'],
  ['concepts', 'AI,drop table'],
  ['concepts', ','],
  ['search', '   '],
  ['cursor', 'garbage'],
  ['cursor', ''],
])('%s=%s falls back to the default', (name, value) => {
  expect(listSearch({ [name]: value })).toEqual({})
})

test.each(['all', 'day', 'week', 'month', 'year'])('time=%s is valid', (time) => {
  expect(listSearch({ time }).time ?? 'all').toBe(time)
})

test('concepts are a comma list whose order does not matter', () => {
  expect(listSearch({ concepts: `${ETHICS},${AI},${AI}` })).toEqual({ concepts: [AI, ETHICS] })
  expect(listSearch({ concepts: [ETHICS, AI] })).toEqual({ concepts: [AI, ETHICS] })
})

test('a cursor counts only in the order that it belongs to', () => {
  const cursor = writePostCursor({ sort: 'top', key: 12, id: AI })
  expect(listSearch({ sort: 'top', cursor })).toEqual({ sort: 'top', cursor })
  expect(listSearch({ cursor })).toEqual({})
  expect(listSearch({ sort: 'top', search: 'brain', cursor })).toEqual({ sort: 'top', search: 'brain' })
})

test('a link changes one thing, starts at page 1 and leaves out defaults', () => {
  const from = listSearch({
    sort: 'top',
    time: 'week',
    cursor: writePostCursor({ sort: 'top', key: 1, id: AI }),
  })
  expect(listHref('/forum', from, { concepts: [AI] })).toBe(`/forum?sort=top&time=week&concepts=${AI}`)
  expect(listHref('/forum', from, { sort: 'newest', time: 'all' })).toBe('/forum')
  expect(listHref('/forum', {}, { search: 'a b&c' })).toBe('/forum?search=a+b%26c')
})

test('reading what was written gives the same list, whatever is in the address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (search, sort, concepts) => {
      const once = listSearch(parseQuery(writeQuery({ search, sort, concepts })))
      expect(listSearch(parseQuery(writeQuery({ ...once })))).toEqual(once)
    }),
  )
})
