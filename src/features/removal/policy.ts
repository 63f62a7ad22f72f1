import { NOTE_LIMIT, REASON_LIMIT } from '../moderation/policy.ts'

export const REMOVABLE = ['post', 'comment', 'note'] as const
export type Removable = (typeof REMOVABLE)[number]

export function isRemovable(kind: string): kind is Removable {
  return (REMOVABLE as readonly string[]).includes(kind)
}

export const REASON_TOO_LONG = `A reason has at most ${REASON_LIMIT} characters.`
export const NOTE_TOO_LONG = `A note to other moderators has at most ${NOTE_LIMIT} characters.`

export const ERASED_AT_ONCE = 500

export const REASON_MISSING = 'Please name a rule of this forum, or say why.'
