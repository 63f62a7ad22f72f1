import { expect, test } from 'vitest'
import { withoutDeletedPost } from './own-post-actions.tsx'

const without = withoutDeletedPost('p')

test('a post that is being deleted is gone from lists, from what is kept and from what happened', () => {
  expect(without({ pages: [{ items: [{ id: 'p' }, { id: 'q' }] }] })).toEqual({
    pages: [{ items: [{ id: 'q' }] }],
  })
  expect(without({ items: [{ id: 'bookmark', post: { id: 'p' } }] })).toEqual({ items: [] })
  expect(without({ items: [{ id: 'line', target_id: 'p', deeds: [{ target_id: 'p' }] }] })).toEqual({
    items: [],
  })
  expect(without({ previous: { id: 'p' }, next: null })).toEqual({ previous: null, next: null })
})

test('on its own page it is a stub, below which the discussion stays', () => {
  expect(without({ id: 'p', content: '<p>Words.</p>' })).toMatchObject({ id: 'p', is_deleted: true })
  const discussion = { pages: [{ items: [{ id: 'c', post_id: 'p', answered: null }] }] }
  expect(without(discussion)).toBe(discussion)
})
