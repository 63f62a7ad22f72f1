import { expect, it } from 'vitest'
import type { ActivityDeed } from './contract.ts'
import { formatActivity } from './copy.ts'

const ADA = person('ada', 'Ada Lin')
const BO = person('bo', 'Bo')
const post = { post_id: '0199', post_title: 'On slow change' }
const comment = { ...post, comment_opening: 'I would wait.' }
const note = { note_id: '0200', note_parent_id: null, note_opening: 'A thought' }

const published = deed('post_created', 'post', post)
const commented = deed('comment_created', 'comment', { ...comment, is_reply: false })
const answered = deed('note_created', 'note', { ...note, note_parent_id: '0201', is_reply: true })

it.each<[string, ...ActivityDeed[]]>([
  ['Ada Lin published On slow change', published],
  ['Ada Lin shared On slow change', deed('post_shared', 'post', { ...post, via: 'dialog' })],
  ['Ada Lin commented on On slow change', commented],
  ['Ada Lin replied in On slow change', { ...commented, metadata: { ...comment, is_reply: true } }],
  ['Ada Lin followed Bo', deed('member_followed', 'profile', { username: 'bo', full_name: 'Bo' })],
  ['Ada Lin followed bo', deed('member_followed', 'profile', { username: 'bo', full_name: null })],
  ['Ada Lin wrote a note: A thought', deed('note_created', 'note', { ...note, is_reply: false })],
  ['Ada Lin replied to a note: A thought', answered],
  ['Ada Lin reading list shared', deed('reading_list_shared', null, null)],
  ['Ada Lin published On slow change and commented on it', published, commented],
  ['Ada Lin and Bo commented on On slow change', by([ADA, BO], commented)],
  ['3 people commented on On slow change', by([ADA, BO], commented, 3)],
  ['Ada Lin published On slow change and Bo commented on it', published, by([BO], commented)],
  [
    'Ada Lin wrote a note: A thought and 4 people replied to it',
    deed('note_created', 'note', note),
    by([ADA, BO], answered, 4),
  ],
])('tells: %s', (words, ...deeds) => {
  expect(told(deeds)).toBe(words)
})

it.each<[string, ActivityDeed, string | undefined]>([
  ['a post', published, '/post/0199/on-slow-change'],
  ['a comment', commented, '/post/0199/on-slow-change?comment=0300#comment-0300'],
  ['a member', deed('member_followed', 'profile', { username: 'bo', full_name: null }), '/profile/bo'],
  ['a note', deed('note_created', 'note', note), '/notes/0200'],
  ['an answer to one', answered, '/notes/0201?reply=0200#note-0200'],
  ['nothing, without a title', deed('post_created', 'post', { post_id: '0199' }), undefined],
  ['nothing, with what is no text', deed('x', null, { post_id: 7, post_title: [] }), undefined],
  ['nothing, without details', deed('x', null, null), undefined],
])('leads to %s', (_, act, href) => {
  expect(formatActivity({ deeds: [act] })[2]?.href).toBe(href)
})

it('leads to who did it, and names nobody whose account is gone', () => {
  expect(formatActivity({ deeds: [published] })[0]).toEqual({ text: 'Ada Lin', href: '/profile/ada' })
  const gone = by([{ ...ADA, profile: null }], published)
  expect(formatActivity({ deeds: [gone] })[0]).toEqual({ text: 'Unknown' })
})

function told(deeds: ActivityDeed[]) {
  return formatActivity({ deeds })
    .map(({ text }) => text)
    .join(' ')
}

function person(username: string, full_name: string) {
  return { user_id: username, profile: { id: username, username, full_name } }
}

function deed(action: string, target_type: string | null, metadata: ActivityDeed['metadata']): ActivityDeed {
  const target_id = target_type && '0300'
  return { action, target_type, target_id, metadata, people: [ADA], people_count: 1, target_count: 1 }
}

function by(people: ActivityDeed['people'], act: ActivityDeed, people_count = people.length): ActivityDeed {
  return { ...act, people, people_count }
}
