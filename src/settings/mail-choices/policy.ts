import type { ChoiceKind } from '../../people/notifications/policy.ts'

export const DIGEST_FREQUENCIES = ['off', 'daily', 'weekly'] as const
export type DigestFrequency = (typeof DIGEST_FREQUENCIES)[number]

/** Digest settings of a member who has not chosen any. */
export const DIGEST_DEFAULT = { frequency: 'off', hour: 8, time_zone: 'UTC' } as const

export const DIGEST_POSTS = 5
export const ITEMS_SHOWN = 20
/** Maximum characters of a member's text that a mail shows. */
export const MAIL_TEXT_MAX = 2000

export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export const CHOICE_KIND_TEXT: Record<ChoiceKind, string> = {
  message: 'someone sends you a message',
  comment: 'someone comments on your post or replies to your comment',
  mention: 'someone mentions you',
  followed_post: 'there are new comments in a discussion you follow',
  note_reply: 'someone replies to your note',
  follow: 'someone follows you',
  vote: 'someone votes for your post or comment',
  note_like: 'someone likes your note',
}
