/** What may wait for a moderator's approval. */
export const SUBMITTED_KINDS = ['post', 'comment', 'note'] as const
export type SubmittedKind = (typeof SUBMITTED_KINDS)[number]

/** Why something waits for a moderator instead of being published. */
export const HOLD_REASONS = [
  /** A moderator asked for it (a sanction). */
  'sanction',
  /** The account was made without proof of work while strangers signed up in numbers. */
  'sign_up',
  /** The first post of a new member with an address of another site. */
  'new_site',
  /** A new member's second link to the same host. */
  'repeated_site',
  /** The same words were sent before. */
  'seen_text',
  'blocked_domain',
  /** Sent in less than three seconds after the form was opened. */
  'too_fast',
  /** The field that nobody sees was filled. */
  'hidden_field',
] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

/** What a member sends, as far as it says whether it waits. */
export interface Submission {
  kind: SubmittedKind
  id: string
  title: string | null
  content: string
  /** Milliseconds between opening the form and sending it, as the page says; undefined where it says nothing. */
  elapsed_ms?: number | undefined
  /** What stands in the field that nobody sees. */
  hidden_field?: string | undefined
}

/** On a page of one's own; the page where somebody writes shows those of its first. */
export const PENDING_PAGE = 50
