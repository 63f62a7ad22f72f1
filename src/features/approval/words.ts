import type { HoldReason, SubmittedKind } from './policy.ts'

/** Why something waits, as moderators and its author read it. */
export const HOLD_REASON_WORDS: Record<HoldReason, string> = {
  sanction: 'A moderator asked to see it first',
  sign_up: 'New here, and a moderator sees their first words',
  new_site: 'First post with a link to another site',
  repeated_site: 'Second link to the same site',
  seen_text: 'The same words were sent before',
  blocked_domain: 'A link to a blocked site',
  too_fast: 'Sent within three seconds',
  hidden_field: 'A field that nobody sees was filled in',
}

/** Told as soon as something is held. */
export const WAITS: Record<SubmittedKind, string> = {
  post: 'Your post waits for a moderator',
  comment: 'Your comment waits for a moderator',
  note: 'Your note waits for a moderator',
}
export const WILL_HEAR = 'You will hear when it is there.'

export const NOT_APPROVED = 'A moderator did not approve this. It is among your drafts, with the reason.'
