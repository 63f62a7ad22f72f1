import type { Notification } from './contract.ts'
import type { NotificationType } from './policy.ts'

export function iconOf({ type }: Pick<Notification, 'type'>): `icon-${string}` {
  return ICONS[type]
}

type Things = Pick<
  Notification,
  'type' | 'post_id' | 'comment_id' | 'note_id' | 'note_parent_id' | 'related_user'
>

/** What it leads to; nothing when that is gone. */
export function hrefOf(notification: Things): string | undefined {
  const { type, post_id, comment_id, note_id, note_parent_id, related_user } = notification
  if (post_id) return `/post/${post_id}${comment_id ? `#comment-${comment_id}` : ''}`
  if (note_id) return `/notes/${note_parent_id ? `${note_parent_id}#note-${note_id}` : note_id}`
  if (type === 'follow' && related_user) return `/profile/${related_user.username}`
  return undefined
}

const ICONS: Record<NotificationType, `icon-${string}`> = {
  comment: 'icon-message-circle',
  vote: 'icon-chevron-up',
  follow: 'icon-user-plus',
  note_like: 'icon-bell',
  note_reply: 'icon-bell',
}
