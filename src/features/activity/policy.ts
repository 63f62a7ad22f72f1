import type { Viewer } from '../accounts/policy.ts'

/**
 * What a member may note of themselves: what only their browser knows. All else is noted by the server where it
 * happens, and cannot be claimed.
 */
export const CLAIMABLE_ACTIONS = ['post_shared'] as const

/** One's own acts alone, whatever role one has. */
export function canNote(viewer: Viewer | null, act: { user_id: string }): boolean {
  return viewer !== null && viewer.id === act.user_id
}
