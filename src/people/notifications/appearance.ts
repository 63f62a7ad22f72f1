import { displayName } from '../../shared/authors/display-name.ts'
import { MODERATION_QUEUE } from '../../shared/branding/destinations.ts'
import { noteHref as addressOfNote, commentHref, postHref } from '../../shared/branding/item-address.ts'
import type { Notification } from './contract.ts'
import type { NotificationType } from './policy.ts'

export function notificationIcon({ type }: Pick<Notification, 'type'>): `icon-${string}` {
  return APPEARANCE[type].icon
}

type NotificationTarget = Pick<
  Notification,
  | 'type'
  | 'post_id'
  | 'post_title'
  | 'comment_id'
  | 'note_id'
  | 'note_parent_id'
  | 'related_user'
  | 'action_id'
>

export function notificationHref(notification: NotificationTarget): string | undefined {
  return APPEARANCE[notification.type].href(notification)
}

export function splitTitle({ title, related_user }: Pick<Notification, 'title' | 'related_user'>) {
  const name = related_user ? displayName(related_user) : ''
  return name && title.startsWith(`${name} `)
    ? { name, rest: title.slice(name.length) }
    : { name: '', rest: title }
}

export const NO_NOTIFICATIONS =
  'Comments, replies, votes, likes, mentions, new followers and updates to discussions you follow appear here.'

interface Appearance {
  icon: `icon-${string}`
  href: (things: NotificationTarget) => string | undefined
}

/** Icon and link of each type of notification. Notes use the default icon, as none is specified for them. */
const APPEARANCE: Record<NotificationType, Appearance> = {
  comment: { icon: 'icon-message-circle', href: discussionHref },
  vote: { icon: 'icon-chevron-up', href: discussionHref },
  follow: { icon: 'icon-user-plus', href: profileHref },
  note_like: { icon: 'icon-bell', href: noteHref },
  note_reply: { icon: 'icon-bell', href: noteHref },
  post_classified: { icon: 'icon-pencil', href: discussionHref },
  comments_moved: { icon: 'icon-message-circle', href: discussionHref },
  post_merged: { icon: 'icon-message-circle', href: discussionHref },
  followed_post: { icon: 'icon-bell-ring', href: discussionHref },
  removal: { icon: 'icon-shield-x', href: (things) => noteHref(things) ?? discussionHref(things) },
  redaction: {
    icon: 'icon-shield-x',
    href: ({ action_id }) => (action_id ? `/appeal/${action_id}` : undefined),
  },
  report_outcome: { icon: 'icon-flag', href: () => '/reports' },
  approval_outcome: {
    icon: 'icon-bell',
    href: (things) => noteHref(things) ?? discussionHref(things) ?? '/drafts',
  },
  sanction: {
    icon: 'icon-shield',
    href: ({ action_id }) => (action_id ? `/appeal/${action_id}` : undefined),
  },
  appeal_outcome: {
    icon: 'icon-shield-x',
    href: ({ action_id }) => (action_id ? `/appeal/${action_id}` : undefined),
  },
  case_assigned: { icon: 'icon-flag', href: () => MODERATION_QUEUE },
  mention: { icon: 'icon-at-sign', href: (things) => noteHref(things) ?? discussionHref(things) },
}

function discussionHref({ post_id, post_title, comment_id }: NotificationTarget) {
  if (!post_id) return undefined
  const post = { id: post_id, title: post_title }
  return comment_id ? commentHref(post, comment_id) : postHref(post)
}

function noteHref({ note_id, note_parent_id }: NotificationTarget) {
  return note_id ? addressOfNote(note_id, note_parent_id) : undefined
}

function profileHref({ related_user }: NotificationTarget) {
  return related_user ? `/profile/${related_user.username}` : undefined
}
