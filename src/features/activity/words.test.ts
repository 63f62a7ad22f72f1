import { expect, it } from 'vitest'
import { targetOf, verbOf } from './words.ts'

it.each([
  ['post_created', null, 'published'],
  ['post_shared', { via: 'dialog' }, 'shared'],
  ['comment_created', { is_reply: false }, 'commented on'],
  ['comment_created', { is_reply: true }, 'replied in'],
  ['vote_cast', { vote_type: 1 }, 'voted for'],
  ['vote_cast', { vote_type: -1 }, 'voted against'],
  ['vote_cast', { vote_type: 1 }, 'voted for a comment on', 'comment'],
  ['vote_cast', { vote_type: -1 }, 'voted against a comment on', 'comment'],
  ['member_followed', null, 'followed'],
  ['note_created', { is_reply: false }, 'noted:'],
  ['note_created', { is_reply: true }, 'answered a note:'],
  ['reading_list_shared', null, 'reading list shared'],
])('tells %s with %j as "%s"', (action, metadata, words, target_type: string | null = null) => {
  expect(verbOf({ action, metadata, target_type, target_id: null })).toBe(words)
})

const post = { post_id: '0199', post_title: 'On slow change' }
const note = { note_id: '0200', note_parent_id: null, note_opening: 'A thought' }

it.each([
  ['a post', { ...post, vote_type: 1 }, { name: 'On slow change', href: '/post/0199' }],
  ['a member', { username: 'ada', full_name: 'Ada Lin' }, { name: 'Ada Lin', href: '/profile/ada' }],
  ['a member without a name', { username: 'ada', full_name: null }, { name: 'ada', href: '/profile/ada' }],
  ['a note', note, { name: 'A thought', href: '/notes/0200' }],
  [
    'an answer to one',
    { ...note, note_parent_id: '0201' },
    { name: 'A thought', href: '/notes/0201#note-0200' },
  ],
  ['nothing, without a title', { post_id: '0199' }, undefined],
  ['nothing, with what is no text', { post_id: 7, post_title: [] }, undefined],
  ['nothing, without details', null, undefined],
])('leads to %s', (_, metadata, target) => {
  expect(targetOf({ action: 'x', metadata, target_type: null, target_id: null })).toEqual(target)
})

it('leads to the comment itself, where that is what the act was about', () => {
  const act = { action: 'vote_cast', target_type: 'comment', target_id: '0300', metadata: post }
  expect(targetOf(act)).toEqual({ name: 'On slow change', href: '/post/0199#comment-0300' })
})
