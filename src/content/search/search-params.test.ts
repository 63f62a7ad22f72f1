import { expect, test } from 'vitest'
import fc from '../../../tests/fast-check.ts'
import { parseQuery, writeQuery } from '../../platform/http/query-string.ts'
import { writeCursor } from '../../platform/keyset.ts'
import { resolveSearchText } from './queries.ts'
import { forumSearch, searchHref } from './search-params.ts'

const CURSOR = writeCursor({ order: 'top', key: 7, id: '0199b3c4-7a1e-7c3b-9d2f-0000000000a1' })

test('an address says what is listed of a search; posts need no word', () => {
  expect(forumSearch({ search: 'brain', in: 'notes' })).toEqual({ search: 'brain', in: 'notes' })
  expect(forumSearch({ search: 'brain', in: 'posts' })).toEqual({ search: 'brain' })
  expect(forumSearch({ search: 'brain', in: 'bogus', spelling: 'bogus' })).toEqual({ search: 'brain' })
  expect(forumSearch({ in: 'notes', spelling: 'typed' })).toEqual({})
})

test('order, time and concepts are those of posts, a cursor that of its list', () => {
  const raw = { search: 'brain', sort: 'top', time: 'week', cursor: CURSOR }
  expect(forumSearch({ ...raw, in: 'comments' })).toEqual({ search: 'brain', in: 'comments', cursor: CURSOR })
  expect(forumSearch(raw)).toEqual({ search: 'brain', sort: 'top', time: 'week' })
  expect(forumSearch({ search: 'brain', in: 'people', cursor: 'garbage' })).toEqual({
    search: 'brain',
    in: 'people',
  })
})

test('a link keeps tab and spelling, and starts at page 1', () => {
  const from = forumSearch({ search: 'a b&c', in: 'comments', spelling: 'typed', cursor: CURSOR })
  expect(searchHref(from)).toBe('/forum?search=a+b%26c&in=comments&spelling=typed')
  expect(searchHref(from, { search: 'd', spelling: undefined })).toBe('/forum?search=d&in=comments')
})

test('shown is the usual spelling, unless what was typed is wanted or nothing is known', () => {
  expect(resolveSearchText({ search: 'neurla' }, { spelling: 'neural' })).toBe('neural')
  expect(resolveSearchText({ search: 'neurla', spelling: 'typed' }, { spelling: 'neural' })).toBe('neurla')
  expect(resolveSearchText({ search: 'neural' }, { spelling: null })).toBe('neural')
  expect(resolveSearchText({ search: 'neural' }, undefined)).toBe('neural')
})

test('reading what was written gives the same search, whatever is in the address', () => {
  const any = fc.record({
    search: fc.string({ unit: 'binary' }),
    in: fc.string(),
    spelling: fc.string(),
    cursor: fc.string(),
  })
  fc.assert(
    fc.property(any, (raw) => {
      const once = forumSearch(parseQuery(writeQuery(raw)))
      expect(forumSearch(parseQuery(writeQuery({ ...once })))).toEqual(once)
    }),
  )
})
