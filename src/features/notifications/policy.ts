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

/** For who has not chosen: everything, as it always was. */
export const CHOICE_DEFAULTS: Record<ChoiceKind, { in_app: boolean }> = {
  comment: { in_app: true },
  mention: { in_app: true },
  followed_post: { in_app: true },
  note_reply: { in_app: true },
  follow: { in_app: true },
  vote: { in_app: true },
  note_like: { in_app: true },
}
