import { expect, it } from 'vitest'
import { writeCursor } from '../../platform/keyset.ts'
import { notesHref, notesSearch, repliesSearch } from './notes-search.ts'

const id = '01990000-0000-7000-8000-000000000000'
const key = '2026-11-21T10:00:00.123456Z'
const recent = writeCursor({ order: 'newest', id, key })
const trending = writeCursor({ order: 'top', id, key: 3 })
const oldest = writeCursor({ order: 'oldest', id, key })

it.each([
  [{}, {}],
  [{ sort: 'recent' }, {}],
  [{ sort: 'trending' }, { sort: 'trending' }],
  [{ sort: 'loudest', cursor: 7 }, {}],
  [{ cursor: recent }, { cursor: recent }],
  [{ cursor: trending }, {}],
  [
    { sort: 'trending', cursor: trending },
    { sort: 'trending', cursor: trending },
  ],
  [{ sort: 'trending', cursor: recent }, { sort: 'trending' }],
  [{ cursor: 'x'.repeat(5000) }, {}],
])('the address %j asks for %j', (raw, search) => {
  expect(notesSearch(raw)).toEqual(search)
})

it('a list has one address', () => {
  expect(notesHref({})).toBe('/notes')
  expect(notesHref({ sort: 'trending', cursor: trending })).toBe(`/notes?sort=trending&cursor=${trending}`)
})

it('replies begin where the address says, if it says so', () => {
  expect(repliesSearch({ replies: oldest })).toEqual({ replies: oldest })
  for (const replies of [recent, 'x', 7, undefined]) expect(repliesSearch({ replies })).toEqual({})
})
