import { expect, it } from 'vitest'
import { detailsOf, verbOf } from './words.ts'

it.each([
  ['post_created', null, 'published'],
  ['comment_created', { is_reply: false }, 'commented on'],
  ['comment_created', { is_reply: true }, 'replied in'],
  ['vote_cast', { vote_type: 1 }, 'voted for'],
  ['vote_cast', { vote_type: -1 }, 'voted against'],
  ['reading_list_shared', null, 'reading list shared'],
])('tells %s with %j as "%s"', (action, metadata, words) => {
  expect(verbOf({ action, metadata })).toBe(words)
})

it('names a post only where the details hold one', () => {
  const post = { post_id: '0199', post_title: 'On slow change' }
  expect(detailsOf({ action: 'vote_cast', metadata: { ...post, vote_type: 1 } })).toEqual(post)
  expect(detailsOf({ action: 'vote_cast', metadata: { post_id: 7 } })).toEqual({})
  expect(detailsOf({ action: 'vote_cast', metadata: null })).toEqual({})
})
