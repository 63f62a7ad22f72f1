/** Actions that only the browser can report. The server records all others. */
export const CLAIMABLE_ACTIONS = ['post_shared'] as const

/** Actions visible to others. Shares, bookmarks and downvotes are private. */
export const PUBLIC_ACTIONS = [
  'post_created',
  'comment_created',
  'note_created',
  'member_followed',
  'vote_cast',
] as const
