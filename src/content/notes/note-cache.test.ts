import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Note } from './contract.ts'
import {
  addCachedNote,
  addLikedNote,
  addReply,
  isSorted,
  listCachedNoteIds,
  removeCachedNote,
  removeNoteUnlessOpen,
  sortLikedNotes,
  uniqueNotes,
  updateCachedNote,
} from './note-cache.ts'
import { noteQuery, notesQuery, repliesQuery } from './queries.ts'

let queryClient: QueryClient

const note = (id: string, parent_id: string | null = null, rest: Partial<Note> = {}): Note => {
  const created_at = '2026-11-21T10:00:00.000000Z'
  const counts = { likes_count: 0, replies_count: 0, is_deleted: false, content_html: '' }
  return {
    id,
    parent_id,
    content: id,
    author: null,
    created_at,
    updated_at: created_at,
    edited_at: null,
    ...counts,
    ...rest,
  }
}
const pagesOf = (...pages: Note[][]) => ({
  pages: pages.map((items) => ({ items, next: null })),
  pageParams: pages.map(() => undefined),
})
const listed = (sort: 'recent' | 'trending' = 'recent') =>
  queryClient.getQueryData(notesQuery(sort).queryKey)?.pages.map(({ items }) => items.map(({ id }) => id))
const replies = () =>
  queryClient
    .getQueryData(repliesQuery('a').queryKey)
    ?.pages.flatMap(({ items }) => items.map(({ id }) => id))

beforeEach(() => {
  queryClient = new QueryClient()
  queryClient.setQueryData(notesQuery('recent').queryKey, pagesOf([note('a'), note('b')], [note('c')]))
  queryClient.setQueryData(notesQuery('trending').queryKey, pagesOf([note('b'), note('a')]))
  queryClient.setQueryData(repliesQuery('a').queryKey, pagesOf([note('a1', 'a')]))
  queryClient.setQueryData(noteQuery('a').queryKey, note('a'))
  queryClient.setQueryData(noteQuery('x').queryKey, null)
})

describe('what is shown', () => {
  it('of one note changes everywhere at once', () => {
    updateCachedNote(queryClient, 'a', (shown) => ({ ...shown, likes_count: shown.likes_count + 1 }))
    const counts = (['recent', 'trending'] as const).map((sort) => {
      const data = queryClient.getQueryData(notesQuery(sort).queryKey)
      return data?.pages[0]?.items.map(({ id, likes_count }) => `${id}${likes_count}`)
    })
    expect(counts).toEqual([
      ['a1', 'b0'],
      ['b0', 'a1'],
    ])
    expect(queryClient.getQueryData(noteQuery('a').queryKey)?.likes_count).toBe(1)
  })

  it('of a note that others delete stays as a stub where its replies are open', () => {
    const stop = new InfiniteQueryObserver(queryClient, {
      ...repliesQuery('a'),
      staleTime: Infinity,
    }).subscribe(() => {})
    removeNoteUnlessOpen(queryClient, 'a')
    expect(listed()).toEqual([['a', 'b'], ['c']])
    expect(queryClient.getQueryData(noteQuery('a').queryKey)).toMatchObject({ content: '', is_deleted: true })
    expect(replies()).toEqual([])
    queryClient.setQueryData(repliesQuery('a').queryKey, pagesOf([note('a1', 'a')]))
    removeNoteUnlessOpen(queryClient, 'a')
    expect([listed(), replies()]).toEqual([[['b'], ['c']], []])
    stop()
    removeNoteUnlessOpen(queryClient, 'a')
    expect(listed()).toEqual([['b'], ['c']])
  })

  it('loses a deleted note from lists, its replies with it, and its own page says so', () => {
    removeCachedNote(queryClient, 'a')
    expect(listed()).toEqual([['b'], ['c']])
    expect(listed('trending')).toEqual([['b']])
    expect(replies()).toEqual([])
    expect(queryClient.getQueryData(noteQuery('a').queryKey)).toBeNull()
    removeCachedNote(queryClient, 'nothing')
    expect(listed()).toEqual([['b'], ['c']])
  })

  it('gets a new note once, above the list it was written in; others ask again', () => {
    addCachedNote(queryClient, note('n'), 'recent', undefined)
    addCachedNote(queryClient, note('n'), 'recent', undefined)
    expect(listed()).toEqual([['n', 'a', 'b'], ['c']])
    expect(listed('trending')).toEqual([['b', 'a']])
    expect(queryClient.getQueryState(notesQuery('trending').queryKey)?.isInvalidated).toBe(true)
  })

  it('is in the order of likes again when they change, newest first where they are the same', () => {
    const { queryKey } = notesQuery('trending')
    const liked = (id: string, likes_count: number) => note(id, null, { likes_count })
    queryClient.setQueryData(
      queryKey,
      pagesOf([liked('a', 3), liked('d', 2)], [liked('c', 2), liked('b', 1)]),
    )
    const all = () => uniqueNotes(queryClient.getQueryData(queryKey) ?? pagesOf())
    expect(isSorted(all())).toBe(true)
    updateCachedNote(queryClient, 'b', (shown) => ({ ...shown, likes_count: 3 }))
    expect(isSorted(all())).toBe(false)
    sortLikedNotes(queryClient, undefined)
    expect(listed('trending')).toEqual([
      ['b', 'a'],
      ['d', 'c'],
    ])
    addLikedNote(queryClient, liked('e', 9))
    sortLikedNotes(queryClient, undefined)
    expect(listed('trending')).toEqual([
      ['e', 'b'],
      ['a', 'd', 'c'],
    ])
    expect(isSorted(all())).toBe(true)
  })

  it('gets a new reply once, last in its thread', () => {
    addReply(queryClient, note('a2', 'a'))
    addReply(queryClient, note('a2', 'a'))
    addReply(queryClient, note('z1', 'z'))
    expect(replies()).toEqual(['a1', 'a2'])
  })

  it('is every note once, where it came first, as it came last', () => {
    const pages = pagesOf([note('a'), note('b')], [note('a', null, { likes_count: 2 }), note('c')])
    expect(uniqueNotes(pages).map(({ id, likes_count }) => `${id}${likes_count}`)).toEqual(['a2', 'b0', 'c0'])
  })

  it('is known by its ids', () =>
    expect([...listCachedNoteIds(queryClient)].sort()).toEqual(['a', 'a1', 'b', 'c']))
})
