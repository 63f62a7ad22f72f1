/**
 * What a member may note of themselves: what only their browser knows. All else is noted by the server where it
 * happens, and cannot be claimed.
 */
export const CLAIMABLE_ACTIONS = ['post_shared'] as const
