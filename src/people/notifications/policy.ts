/** Notifications per panel and page (spec, section 9). */
export const NOTIFICATION_LIMIT = 20

/** Above this the badge shows "99+". */
export const UNREAD_CAP = 99

/** A check constraint has the same names. TypeScript requires each of them in appearance.ts and copy.server.ts. */
export const NOTIFICATION_TYPES = [
  'comment',
  'vote',
  'follow',
  'note_like',
  'note_reply',
  'mention',
  'followed_post',
  'removal',
  'report_outcome',
  'approval_outcome',
  'post_classified',
  'appeal_outcome',
  'sanction',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** More than a screen. For longer discussions several requests are sent. */
export const SEEN_PER_REQUEST = 100

/** Optional kinds, as in a check constraint. Moderation notices are not optional, because they can be appealed. */
export const CHOICE_KINDS = [
  'comment',
  'mention',
  'followed_post',
  'note_reply',
  'follow',
  'vote',
  'note_like',
] as const satisfies NotificationType[]
export type ChoiceKind = (typeof CHOICE_KINDS)[number]

/** Never, within half an hour, or in the digest. */
export const MAIL_CHOICES = ['off', 'soon', 'digest'] as const

export interface NotificationChoice {
  in_app: boolean
  email: (typeof MAIL_CHOICES)[number]
}

/** Mails nothing by default, because the digest is off. `email` is also the default of the column. */
export const CHOICE_DEFAULTS: Record<ChoiceKind, NotificationChoice> = {
  comment: { in_app: true, email: 'digest' },
  mention: { in_app: true, email: 'digest' },
  followed_post: { in_app: true, email: 'digest' },
  note_reply: { in_app: true, email: 'digest' },
  follow: { in_app: true, email: 'digest' },
  vote: { in_app: true, email: 'digest' },
  note_like: { in_app: true, email: 'digest' },
}
