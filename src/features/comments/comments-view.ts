import { writeQuery } from '../../platform/query-string.ts'
import { isUuid } from '../../platform/uuid.ts'
import { readCursor } from './cursor.ts'
import { COMMENT_SORTS, type CommentSort } from './policy.ts'

/** What the address of a post says of its comments. */
export interface CommentsView {
  /** Left out for the oldest first. */
  sort?: CommentSort | undefined
  /** The page to begin with, if not the first: for whoever reads without script. */
  start?: string | undefined
}

/** The same as parameters. */
export interface CommentsSearch {
  sort?: CommentSort
  comments?: string
  /** A comment that is looked for. It leads to the address of its page. */
  comment?: string
}

/** Never fails: what is not of ours is the beginning, and the oldest first. */
export function commentsSearch({ sort, comments, comment }: Record<string, unknown>): CommentsSearch {
  const cursor = typeof comments === 'string' ? readCursor(comments) : undefined
  const chosen = COMMENT_SORTS.find((each) => each === sort)
  return {
    ...(chosen && chosen !== 'oldest' && { sort: chosen }),
    ...(isUuid(comment)
      ? { comment }
      : cursor && cursor.sort === (chosen ?? 'oldest') && { comments: comments as string }),
  }
}

export function commentsView({ sort, comments }: CommentsSearch): CommentsView {
  return { sort, start: comments }
}

export function commentsHref(postId: string, { sort, start }: CommentsView = {}): string {
  return `/post/${postId}${writeQuery({ ...commentsSearch({ sort, comments: start }) })}#comments`
}
