import { writeQuery } from '../../platform/http/query-string.ts'
import { isUuid } from '../../platform/uuid.ts'
import { type LinkedPost, postHref } from '../../shared/branding/item-address.ts'
import { readCommentCursor } from './cursor.ts'
import { COMMENT_SORTS, type CommentSort } from './policy.ts'

export interface CommentsView {
  sort?: CommentSort | undefined
  /** Cursor at which the list begins, from the URL. Lets browsers without JavaScript turn pages. */
  start?: string | undefined
}

export interface CommentsSearch {
  sort?: CommentSort
  comments?: string
  /** Id of the comment that a link points to. The server redirects to the page that contains it. */
  comment?: string
}

/** Parses the URL parameters. Replaces invalid ones with the defaults. */
export function commentsSearch({ sort, comments, comment }: Record<string, unknown>): CommentsSearch {
  const cursor = typeof comments === 'string' ? readCommentCursor(comments) : undefined
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

export function commentsHref(post: LinkedPost, { sort, start }: CommentsView = {}): string {
  return `${postHref(post)}${writeQuery({ ...commentsSearch({ sort, comments: start }) })}#comments`
}
