/** Acts that only the browser knows of. All others are recorded by the server. */
export const CLAIMABLE_ACTIONS = ['post_shared'] as const

/** Visible to others. Shares, bookmarks and votes against something are private. */
export const PUBLIC_ACTIONS = [
  'post_created',
  'comment_created',
  'note_created',
  'member_followed',
  'vote_cast',
] as const
