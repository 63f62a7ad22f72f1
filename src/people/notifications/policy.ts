/** Notifications in the panel and per page (spec, section 9). */
export const NOTIFICATION_LIMIT = 20

/** Highest number of unread notifications that the badge shows. Above it, the badge shows "99+". */
export const UNREAD_CAP = 99

/** Maximum notifications that are counted in a group. */
export const GROUP_MAX = 100

/** Types of notifications, the same as in the database. appearance.ts and copy.server.ts handle each type. */
export const NOTIFICATION_TYPES = [
  'comment',
  'vote',
  'follow',
  'note_like',
  'note_reply',
  'mention',
  'followed_post',
  'removal',
  'redaction',
  'report_outcome',
  'approval_outcome',
  'post_classified',
  'comments_moved',
  'post_merged',
  'appeal_outcome',
  'sanction',
  'case_assigned',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** Maximum ids in a request to mark as seen. A screen shows fewer, but a long discussion has more. */
export const SEEN_PER_REQUEST = 100

/** Types that members can turn off. The others are about moderation, and members need them to appeal. */
const OPTIONAL_TYPES = [
  'comment',
  'mention',
  'followed_post',
  'note_reply',
  'follow',
  'vote',
  'note_like',
] as const satisfies NotificationType[]
export type OptionalType = (typeof OPTIONAL_TYPES)[number]

/** Unread messages are always counted in the menu, so members only choose whether they are mailed and pushed. */
export const CHOICE_KINDS = ['message', ...OPTIONAL_TYPES] as const
export type ChoiceKind = (typeof CHOICE_KINDS)[number]

/** When a notification is emailed: never, within half an hour, or in the digest. Messages are in no digest. */
export const MAIL_CHOICES = ['off', 'soon', 'digest'] as const

export interface NotificationChoice {
  in_app: boolean
  email: (typeof MAIL_CHOICES)[number]
  push: boolean
}

/**
 * The same as `default_mail_choice` in db/schema/mail.sql and `default_push_choice` in db/schema/push.sql. The digest
 * itself is off by default.
 */
export const CHOICE_DEFAULTS: Record<ChoiceKind, NotificationChoice> = {
  message: { in_app: true, email: 'soon', push: true },
  comment: { in_app: true, email: 'soon', push: true },
  mention: { in_app: true, email: 'soon', push: true },
  followed_post: { in_app: true, email: 'digest', push: false },
  note_reply: { in_app: true, email: 'soon', push: true },
  follow: { in_app: true, email: 'digest', push: false },
  vote: { in_app: true, email: 'digest', push: false },
  note_like: { in_app: true, email: 'digest', push: false },
}
