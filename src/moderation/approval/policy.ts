export const SUBMITTED_KINDS = ['post', 'comment', 'note'] as const
export type SubmittedKind = (typeof SUBMITTED_KINDS)[number]

export const HOLD_REASONS = [
  /** The member has a sanction that requires approval. */
  'sanction',
  /** The sign-up looked automated: no proof of work during a rush of sign-ups, or a filled hidden field. */
  'sign_up',
  /** The text is one of a new member's first, and the site setting for new members is "strict". */
  'first_posts',
  /** The text has a new member's first link to another site, and the setting is "careful" or "strict". */
  'first_link',
  /** New members sent the same text several times within a day. */
  'seen_text',
  /** Several new members linked to the same site within a day, and no one else linked to it recently. */
  'spread_site',
  'blocked_domain',
  'hidden_field',
  'watched_word',
] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

/** Which of a member's next texts need approval, from the least to the most restrictive level. */
export const REVIEW_LEVELS = ['none', 'links', 'all'] as const
export type ReviewLevel = (typeof REVIEW_LEVELS)[number]

/** The parts of a post, comment or note that determine whether it needs approval. */
export interface Submission {
  kind: SubmittedKind
  id: string
  title: string | null
  content: string
  /** Value of a form field that is hidden from people, so that only bots fill it in (honeypot). */
  hidden_field?: string | undefined
}

export const PENDING_PAGE = 50

export const HOLD_REASON_TEXT: Record<HoldReason, string> = {
  sanction: 'A moderator asked to see it first',
  sign_up: 'New member, first text',
  first_posts: 'One of a new member’s first texts',
  first_link: 'A new member’s first link to another site',
  seen_text: 'The same text was sent several times',
  spread_site: 'Several new members linked to this site today',
  blocked_domain: 'A link to a blocked site',
  hidden_field: 'A hidden field was filled in, probably by a bot',
  watched_word: 'A word that moderators watch for',
}

export const REVIEW_TEXT: Record<ReviewLevel, string | undefined> = {
  none: undefined,
  links:
    'You’re new here. If this contains a link to another site, a moderator reviews it before it’s published.',
  all: 'A moderator reviews this before it’s published. We’ll notify you.',
}

/** Titles of the toast that is shown when a text needs approval. */
export const PENDING_TITLES: Record<SubmittedKind, string> = {
  post: 'Your post is awaiting approval',
  comment: 'Your comment is awaiting approval',
  note: 'Your note is awaiting approval',
}
export const PENDING_DESCRIPTION = 'We’ll notify you when it’s published.'

export const NOT_APPROVED =
  'A moderator didn’t approve this. You can find it in your drafts, with the reason.'
