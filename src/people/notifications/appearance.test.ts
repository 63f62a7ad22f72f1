import { expect, test } from 'vitest'
import { notificationHref, notificationIcon, splitTitle } from './appearance.ts'
import type { Notification } from './contract.ts'
import type { NotificationType } from './policy.ts'

test.each<[NotificationType, string]>([
  ['comment', 'icon-message-circle'],
  ['vote', 'icon-chevron-up'],
  ['follow', 'icon-user-plus'],
  ['note_like', 'icon-bell'],
  ['note_reply', 'icon-bell'],
  ['mention', 'icon-at-sign'],
  ['followed_post', 'icon-bell-ring'],
  ['report_outcome', 'icon-flag'],
  ['appeal_outcome', 'icon-shield-x'],
  ['case_assigned', 'icon-flag'],
])('a %s has %s', (type, icon) => {
  expect(notificationIcon({ type })).toBe(icon)
})

const nothing = {
  post_id: null,
  post_title: null,
  comment_id: null,
  note_id: null,
  note_parent_id: null,
  action_id: null,
}
const related_user = { id: 'u', username: 'ada', full_name: 'Ada Lin', avatar_url: null }

test.each<[string, Partial<Notification> & Pick<Notification, 'type'>, string | undefined]>([
  [
    'a post voted for',
    { type: 'vote', post_id: 'p', post_title: 'On slow change' },
    '/post/p/on-slow-change',
  ],
  ['a post that was deleted', { type: 'vote', post_id: 'p' }, '/post/p'],
  [
    'a comment on it',
    { type: 'comment', post_id: 'p', post_title: 'A title', comment_id: 'c' },
    '/post/p/a-title?comment=c#comment-c',
  ],
  ['who follows', { type: 'follow' }, '/profile/ada'],
  ['a note liked', { type: 'note_like', note_id: 'n' }, '/notes/n'],
  ['a reply', { type: 'note_reply', note_id: 'r', note_parent_id: 'n' }, '/notes/n?reply=r#note-r'],
  ['a post that names one', { type: 'mention', post_id: 'p' }, '/post/p'],
  ['a comment that does', { type: 'mention', post_id: 'p', comment_id: 'c' }, '/post/p?comment=c#comment-c'],
  [
    'a discussion one follows',
    { type: 'followed_post', post_id: 'p', comment_id: 'c' },
    '/post/p?comment=c#comment-c',
  ],
  [
    'a reply to a note that does',
    { type: 'mention', note_id: 'r', note_parent_id: 'n' },
    '/notes/n?reply=r#note-r',
  ],
  ['a report', { type: 'report_outcome' }, '/reports'],
  ['an assigned case', { type: 'case_assigned' }, '/moderation/queue'],
  ['an appeal', { type: 'appeal_outcome', action_id: 'a' }, '/appeal/a'],
  ['a sanction in force', { type: 'sanction', action_id: 'a' }, '/appeal/a'],
  ['one that is over', { type: 'sanction' }, undefined],
  ['what is gone', { type: 'comment' }, undefined],
  ['who has left', { type: 'follow', related_user: null }, undefined],
])('leads to %s', (_, things, href) => {
  expect(notificationHref({ ...nothing, related_user, ...things })).toBe(href)
})

test.each<[string, typeof related_user | null, string, string]>([
  ['Ada Lin and 4 others voted for “Ada Lin”', related_user, 'Ada Lin', ' and 4 others voted for “Ada Lin”'],
  ['ada commented', { ...related_user, full_name: '' }, 'ada', ' commented'],
  ['Somebody commented', null, '', 'Somebody commented'],
  // `title` has the member's new name, and `person` still has the old one.
  ['Ada Linden commented', related_user, '', 'Ada Linden commented'],
])('of “%s” the name is told apart', (title, person, name, rest) => {
  expect(splitTitle({ title, related_user: person })).toEqual({ name, rest })
})
