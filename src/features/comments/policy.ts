import type { Viewer } from '../../api/core/viewer.ts'

/** Characters; a comment longer than this is a post. */
export const COMMENT_LIMIT = 10_000
/** Top-level comments a page at most. */
export const THREAD_PAGE = 100
/** Comments and replies a page at most: ten thousand replies to one comment make no page of ten thousand. */
export const COMMENT_PAGE = 300

/** Bytes of HTML around the text of a comment. */
export const COMMENT_FRAME_BYTES = 1_500

/** Of top-level comments; replies stand below theirs, oldest first, so that an exchange reads downwards. */
export const COMMENT_SORTS = ['oldest', 'newest', 'best'] as const
export type CommentSort = (typeof COMMENT_SORTS)[number]

export const COMMENT_EMPTY = 'A comment needs some words.'

/** Only the author: words stand under a name. A deleted comment has none. */
export function canEdit(viewer: Viewer | null, comment: { author_id: string | null }): boolean {
  return viewer !== null && viewer.id === comment.author_id
}

export function canDelete(viewer: Viewer | null, comment: { author_id: string | null }): boolean {
  return viewer !== null && viewer.id === comment.author_id
}
