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
