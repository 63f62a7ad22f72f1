export const COMMENT_LIMIT = 10_000
export const THREAD_PAGE = 100
/** Maximum number of comments and replies per page, so that ten thousand replies to one comment don't make one page. */
export const COMMENT_PAGE = 300

/** Size of the HTML around a comment's text, in bytes. */
export const COMMENT_FRAME_BYTES = 1_500

/** Sort order of top-level comments. Replies are always oldest first. */
export const COMMENT_SORTS = ['oldest', 'newest', 'best'] as const
export type CommentSort = (typeof COMMENT_SORTS)[number]

export const COMMENT_EMPTY = 'A comment can’t be empty.'
