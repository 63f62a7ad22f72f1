/** Ids of each kind in one call: with these the address stays below the 8 KB that common proxies take. */
export const MARKS_LIMIT = 100

const NO_RIGHTS = { edit: false, delete: false }

/** What the API leaves out: a post or comment that the viewer has done nothing with. */
export const UNMARKED = {
  post: { vote_type: 0, bookmarked: false, can: NO_RIGHTS },
  comment: { vote_type: 0, can: NO_RIGHTS },
} as const
