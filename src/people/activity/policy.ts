/** Actions that the browser reports, because the server can't know of them. The server records all others. */
export const CLAIMABLE_ACTIONS = ['post_shared'] as const

/** Actions that others can see. Shares and votes are private. */
export const PUBLIC_ACTIONS = ['post_created', 'comment_created', 'note_created', 'member_followed'] as const
