import type { ChoiceKind } from '../notifications/policy.ts'

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
