import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { Note } from './contract.ts'
import { hasRepliesOfOthers, transformAfterDeletion, withoutDeletedNote } from './deleted-note.ts'
import { repliesQuery } from './queries.ts'

const author = (id: string) => ({ id, username: id, full_name: null, avatar_url: null })
const note = (id: string, rest: Partial<Note> = {}): Note => ({
  id,
  parent_id: null,
  content: id,
  content_html: id,
  author: author('ada'),
  likes_count: 0,
  replies_count: 0,
  is_deleted: false,
  created_at: '2026-11-21T10:00:00.000000Z',
  updated_at: '2026-11-21T10:00:00.000000Z',
  edited_at: null,
  ...rest,
})
const pagesOf = (...items: Note[]) => ({ pages: [{ items, next: null }], pageParams: [undefined] })
const idsOf = (data: unknown) => (data as ReturnType<typeof pagesOf>).pages[0]?.items.map(({ id }) => id)

describe('a note that is being deleted', () => {
  it('is gone from lists, from its own page, and from what happened', () => {
    const without = withoutDeletedNote(note('a'), false)
    expect(idsOf(without(pagesOf(note('a'), note('b'), note('a1', { parent_id: 'a' }))))).toEqual(['b'])
    expect(without(note('a'))).toBe(null)
    expect(without({ items: [{ id: '1', target_id: 'a' }] })).toEqual({ items: [] })
    const other = pagesOf(note('b'))
    expect(without(other)).toBe(other)
  })

  it('is a stub where others have replied, but not in a list that holds no stubs', () => {
    const without = withoutDeletedNote(note('a', { replies_count: 1 }), true)
    const shown = without(note('a', { replies_count: 1 }))
    expect(shown).toMatchObject({
      is_deleted: true,
      content: '',
      content_html: '',
      author: null,
      replies_count: 1,
    })
    const replies = pagesOf(note('a1', { parent_id: 'a' }))
    expect(without(replies)).toBe(replies)
    expect(without({ items: [{ id: 'a', replies_count: 1, excerpt: 'a' }] })).toEqual({ items: [] })
  })

  it('is counted no more above it, where a stub goes with its last reply', () => {
    const reply = note('a1', { parent_id: 'a' })
    const without = withoutDeletedNote(reply, false)
    expect(without(note('a', { replies_count: 2 }))).toMatchObject({ replies_count: 1 })
    expect(without(note('a', { replies_count: 1, is_deleted: true }))).toBe(null)
  })
})

it('what the server says stays of it counts', () => {
  const own = note('a', { replies_count: 1 })
  const stub = note('a', { content: '', is_deleted: true, replies_count: 1 })
  expect(transformAfterDeletion(own, stub)(pagesOf(own, note('b')))).toEqual(pagesOf(stub, note('b')))
  expect(idsOf(transformAfterDeletion(own, null)(pagesOf(own, note('a1', { parent_id: 'a' }))))).toEqual([])
})

it('replies are those of others unless all of them are known as one’s own', () => {
  const queryClient = new QueryClient()
  const own = note('a', { replies_count: 2 })
  expect(hasRepliesOfOthers(queryClient, note('a'))).toBe(false)
  expect(hasRepliesOfOthers(queryClient, own)).toBe(true)
  const mine = ['a1', 'a2'].map((id) => note(id, { parent_id: 'a' }))
  queryClient.setQueryData(repliesQuery('a').queryKey, pagesOf(...mine))
  expect(hasRepliesOfOthers(queryClient, own)).toBe(false)
  queryClient.setQueryData(
    repliesQuery('a').queryKey,
    pagesOf(note('a1'), note('a2', { author: author('bo') })),
  )
  expect(hasRepliesOfOthers(queryClient, own)).toBe(true)
})
