import type { TokenScope } from '../../../api/core/token-scope.ts'
import { isStaff, type Viewer } from '../../../api/core/viewer.ts'

/** Per member, without ended ones (db/schema/access.sql). */
export const TOKENS_MAX = 20
export const NAME_MAX = 60
/** Days. Every token ends, because people forget them. */
export const LIFETIMES = [7, 30, 90, 365] as const
/** Ended tokens are listed so long: they explain why a program stopped. */
export const ENDED_DAYS = 30

/** Resting roles count too. */
export function scopesOf(viewer: Viewer): TokenScope[] {
  const roles = viewer.resting_roles ?? viewer.roles
  return isStaff({ ...viewer, roles }) ? ['read', 'write', 'moderate'] : ['read', 'write']
}

export const NAME_MISSING = 'Please give it a name, by which you will know it again.'
export const NAME_TOO_LONG = `A name has at most ${NAME_MAX} characters.`
export const TOO_MANY = `You have ${TOKENS_MAX} access tokens. Revoke one that you no longer need.`

export const SCOPE_WORDS: Record<TokenScope, { name: string; means: string }> = {
  read: {
    name: 'Read',
    means: 'What you see when you are signed in, also your messages, notifications and bookmarks.',
  },
  write: {
    name: 'Read and write',
    means: 'Also what you write and do: posts, comments, notes, messages, votes, follows.',
  },
  moderate: {
    name: 'Read, write and moderate',
    means: 'Also the queue, what moderators see of members, and what they do, for as long as you are one.',
  },
}
