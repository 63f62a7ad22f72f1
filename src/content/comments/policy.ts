export const COMMENT_LIMIT = 10_000
export const THREAD_PAGE = 100
/** Maximum comments per page, including replies, so that 10,000 replies to one comment span several pages. */
export const COMMENT_PAGE = 300

/** Estimated size in bytes of the HTML around a comment's text. */
export const COMMENT_FRAME_BYTES = 1_500

/** Sort orders of top-level comments. Replies are always sorted oldest first. */
export const COMMENT_SORTS = ['oldest', 'newest', 'best'] as const
export type CommentSort = (typeof COMMENT_SORTS)[number]

export const COMMENT_EMPTY = 'A comment can’t be empty.'
