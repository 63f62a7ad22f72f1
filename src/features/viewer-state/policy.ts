/** Ids of each kind in one call: with these the address stays below the 8 KB that common proxies take. */
export const VIEWER_STATE_BATCH_MAX = 100
/** Where they are sent as JSON: a list that somebody has scrolled through for long. */
export const VIEWER_STATE_BODY_MAX = 1000

/** What can be marked, and how a list of it is called in the API. */
export const LISTS = {
  post: 'posts',
  comment: 'comments',
  note: 'notes',
  profile: 'profiles',
  concept: 'concepts',
} as const

export type Target = keyof typeof LISTS
export type List = (typeof LISTS)[Target]

const NO_RIGHTS = { edit: false, delete: false, remove: false }

/** What the API leaves out: what the viewer has done nothing with, and may do no more with than any member. */
export const DEFAULT_STATE = {
  post: { vote_type: 0, bookmarked: false, following: false, muted: false, unread: null, can: NO_RIGHTS },
  comment: { vote_type: 0, can: NO_RIGHTS },
  note: { user_liked: false, can: NO_RIGHTS },
  profile: { following: false, can: { follow: true } },
  concept: { following: false },
} as const
