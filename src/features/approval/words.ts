import type { HoldReason, Review, SubmittedKind } from './policy.ts'

/** Why something waits, as moderators and its author read it. */
export const HOLD_REASON_WORDS: Record<HoldReason, string> = {
  sanction: 'A moderator asked to see it first',
  sign_up: 'New here, and a moderator sees their first words',
  first_posts: 'One of a new member’s first texts',
  first_link: 'A new member’s first link to another site',
  seen_text: 'The same text was sent several times',
  spread_site: 'Several new members linked to this site today',
  blocked_domain: 'A link to a blocked site',
  hidden_field: 'A field that nobody sees was filled in',
}

/** Shown in a form before the text is sent. */
export const REVIEW_WORDS: Record<Review, string | undefined> = {
  none: undefined,
  links:
    'You’re new here. If this contains a link to another site, a moderator reviews it before it’s published.',
  all: 'A moderator reviews this before it’s published. We’ll notify you.',
}

/** Told as soon as something is held. */
export const WAITS: Record<SubmittedKind, string> = {
  post: 'Your post is awaiting approval',
  comment: 'Your comment is awaiting approval',
  note: 'Your note is awaiting approval',
}
export const WILL_HEAR = 'We’ll notify you when it’s published.'

export const NOT_APPROVED = 'A moderator did not approve this. It is among your drafts, with the reason.'
