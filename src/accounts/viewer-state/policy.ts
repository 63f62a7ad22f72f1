/** Maximum ids of each kind in a URL, so that it stays below 8 KB, a common limit of proxies. */
export const VIEWER_STATE_BATCH_MAX = 100
export const VIEWER_STATE_BODY_MAX = 1000

export const VIEWER_STATE_LISTS = {
  post: 'posts',
  comment: 'comments',
  note: 'notes',
  profile: 'profiles',
  concept: 'concepts',
} as const

export type ViewerStateTarget = keyof typeof VIEWER_STATE_LISTS
export type ViewerStateList = (typeof VIEWER_STATE_LISTS)[ViewerStateTarget]

const NO_RIGHTS = { edit: false, delete: false, remove: false }

/** Default state, omitted from responses: no vote, bookmark or follow, and only an ordinary member's rights. */
export const DEFAULT_STATE = {
  post: { vote_type: 0, bookmarked: false, following: false, muted: false, unread: null, can: NO_RIGHTS },
  comment: { vote_type: 0, can: NO_RIGHTS },
  note: { user_liked: false, can: NO_RIGHTS },
  profile: { following: false, can: { follow: true } },
  concept: { following: false },
} as const
