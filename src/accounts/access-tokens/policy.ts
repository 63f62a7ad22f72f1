import type { TokenScope } from '../../core/token-scope.ts'
import { isStaff, type Viewer } from '../../core/viewer.ts'

/** Maximum active tokens per member (db/schema/access.sql). Expired and revoked tokens don't count. */
export const TOKENS_MAX = 20
export const TOKEN_NAME_MAX = 60
/** Possible lifetimes of a token in days. Every token expires, because people forget them. */
export const LIFETIMES = [7, 30, 90, 365] as const
/** Days for which ended tokens stay in the list, to explain why a program stopped working. */
export const ENDED_DAYS = 30

/** Returns the scopes that the member may choose. Inactive roles (`resting_roles`) count too. */
export function scopesOf(viewer: Viewer): TokenScope[] {
  const roles = viewer.resting_roles ?? viewer.roles
  return isStaff({ ...viewer, roles }) ? ['read', 'write', 'moderate'] : ['read', 'write']
}

export const NAME_MISSING = 'Enter a name that helps you recognize this token.'
export const NAME_TOO_LONG = `The name can have at most ${TOKEN_NAME_MAX} characters.`
export const TOO_MANY_TOKENS = `You already have ${TOKENS_MAX} access tokens. Revoke one you no longer need.`

export const SCOPE_TEXT: Record<TokenScope, { name: string; means: string }> = {
  read: {
    name: 'Read',
    means: 'Everything you can see when signed in, including your messages, notifications and bookmarks.',
  },
  write: {
    name: 'Read and write',
    means: 'Also create and change posts, comments, notes, messages, votes and follows.',
  },
  moderate: {
    name: 'Read, write and moderate',
    means:
      'Also use the moderation queue, view members’ moderation details and moderate, while you’re a moderator.',
  },
}
