import type { TokenScope } from '../../../api/core/token-scope.ts'
import { isStaff, type Viewer } from '../../../api/core/viewer.ts'

/** Living ones of a member: one a program, with some to spare (0130_access_tokens.sql). */
export const TOKENS_MAX = 20
export const NAME_MAX = 60
/** Days that a token may live. There is none without an end: what nobody remembers ends by itself. */
export const LIFETIMES = [7, 30, 90, 365] as const
/** What has ended is listed for so many days: it says why a program stopped. */
export const ENDED_DAYS = 30

/** What somebody may make tokens for. Who moderates may, also while their roles rest. */
export function scopesOf(viewer: Viewer): TokenScope[] {
  const roles = viewer.resting_roles ?? viewer.roles
  return isStaff({ ...viewer, roles }) ? ['read', 'write', 'moderate'] : ['read', 'write']
}

export const NAME_MISSING = 'Please give it a name, by which you will know it again.'
export const NAME_TOO_LONG = `A name has at most ${NAME_MAX} characters.`
export const TOO_MANY = `You have ${TOKENS_MAX} access tokens. Revoke one that you no longer need.`
