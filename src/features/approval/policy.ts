/** What may wait for a moderator's approval. */
export const SUBMITTED_KINDS = ['post', 'comment', 'note'] as const
export type SubmittedKind = (typeof SUBMITTED_KINDS)[number]

/** Why something waits for a moderator instead of being published. */
export const HOLD_REASONS = [
  /** A moderator asked for it (a sanction). */
  'sanction',
  /** The sign-up looked automated: in a crowd without proof of work, or with the hidden field filled in. */
  'sign_up',
  /** The site's choice is "strict": one of a new member's first texts. */
  'first_posts',
  /** The site's choice is "careful" or "strict": a new member's first link to another site. */
  'first_link',
  /** New members sent the same text several times within a day. */
  'seen_text',
  /** Several new members linked to the same site within a day, and nobody else has. */
  'spread_site',
  'blocked_domain',
  /** The hidden field was filled in. */
  'hidden_field',
] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

/** Which of a member's next texts a moderator reviews before they are published. The later one includes the earlier ones. */
export const REVIEWS = ['none', 'links', 'all'] as const
export type Review = (typeof REVIEWS)[number]

/** What a member sends, as far as it says whether it waits. */
export interface Submission {
  kind: SubmittedKind
  id: string
  title: string | null
  content: string
  /** Content of the form field that people cannot see. */
  hidden_field?: string | undefined
}

/** On a page of one's own; the page where somebody writes shows those of its first. */
export const PENDING_PAGE = 50
