/**
 * What a member may note of themselves: what only their browser knows. All else is noted by the server where it
 * happens, and cannot be claimed.
 */
export const CLAIMABLE_ACTIONS = ['post_shared'] as const

/**
 * What others see of a member: what they wrote, whom they follow, and what they voted for. What they hand on or keep for
 * themselves is theirs, as is a vote against something.
 */
export const PUBLIC_ACTIONS = [
  'post_created',
  'comment_created',
  'note_created',
  'member_followed',
  'vote_cast',
] as const
