import type { Viewer } from '../../api/core/viewer.ts'

export const COMMENT_LIMIT = 10_000
export const THREAD_PAGE = 100
/** Comments and replies a page at most. Limits a page with ten thousand replies to one comment. */
export const COMMENT_PAGE = 300

/** Bytes of HTML around the text of a comment. */
export const COMMENT_FRAME_BYTES = 1_500

/** Order of top-level comments. Replies are always oldest first. */
export const COMMENT_SORTS = ['oldest', 'newest', 'best'] as const
export type CommentSort = (typeof COMMENT_SORTS)[number]

export const COMMENT_EMPTY = 'A comment needs some words.'

export function canEdit(viewer: Viewer | null, comment: { author_id: string | null }): boolean {
  return viewer !== null && viewer.id === comment.author_id
}

export function canDelete(viewer: Viewer | null, comment: { author_id: string | null }): boolean {
  return viewer !== null && viewer.id === comment.author_id
}
