/** The panel shows the newest, and a page holds as many (spec, section 9). */
export const NOTIFICATION_LIMIT = 20

/** Above this the badge says "99+": more would not fit, and says no more. */
export const UNREAD_CAP = 99

/**
 * What a member is told of. One more is named here and in a check of the table (a test compares the two); without its
 * icon and address (appearance.ts) or its words (words.server.ts) nothing compiles.
 */
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

/** More do not stand on a screen; a long discussion that somebody flies over is several calls. */
export const SEEN_AT_ONCE = 100

/**
 * What members choose to be told of, in the order in which they are asked; a check of the table has the same names. What
 * moderators did about one's own things is no choice: a removal or a sanction that nobody hears of could not be appealed.
 */
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

/** Whether a kind is mailed: never, by itself within half an hour, or with the digest of who wants one. */
export const MAIL_CHOICES = ['off', 'soon', 'digest'] as const

export interface Choice {
  in_app: boolean
  email: (typeof MAIL_CHOICES)[number]
}

/**
 * For who has not chosen: the bell tells everything, as it always did, and so does a digest, which nobody gets without having asked
 * for it. So nothing is mailed unasked. `email` is the default of the column, too.
 */
export const CHOICE_DEFAULTS: Record<ChoiceKind, Choice> = {
  comment: { in_app: true, email: 'digest' },
  mention: { in_app: true, email: 'digest' },
  followed_post: { in_app: true, email: 'digest' },
  note_reply: { in_app: true, email: 'digest' },
  follow: { in_app: true, email: 'digest' },
  vote: { in_app: true, email: 'digest' },
  note_like: { in_app: true, email: 'digest' },
}
