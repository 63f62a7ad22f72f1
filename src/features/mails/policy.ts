import type { ChoiceKind } from '../notifications/policy.ts'

/** How often somebody gets a digest. */
export const DIGEST_FREQUENCIES = ['off', 'daily', 'weekly'] as const
export type DigestFrequency = (typeof DIGEST_FREQUENCIES)[number]

/** For who has not chosen: none; where they ask for one, before the day begins. */
export const DIGEST_DEFAULT = { frequency: 'off', hour: 8, time_zone: 'UTC' } as const

/** Posts of a digest: what somebody reads over a coffee. */
export const DIGEST_POSTS = 5
/** Things said to a member in one mail; of more it says how many. */
export const ITEMS_SHOWN = 20
/** Characters of what somebody wrote: of more the mail has the beginning. */
export const WORDS_SHOWN = 2000

/** Whether a name is one of the time zone database, as browser, server and PostgreSQL have it. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const KINDS: Record<ChoiceKind, string> = {
  comment: 'somebody comments on your post or replies to your comment',
  mention: 'somebody mentions you',
  followed_post: 'there are comments in a discussion you follow',
  note_reply: 'somebody replies to your note',
  follow: 'somebody follows you',
  vote: 'somebody votes for your post or comment',
  note_like: 'somebody likes your note',
}

/** 'somebody mentions you' */
export function kindWords(kind: ChoiceKind): string {
  return KINDS[kind]
}
