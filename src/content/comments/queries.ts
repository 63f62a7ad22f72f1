import { errorCode } from '../../core/api-error.ts'
import { api, client } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'
import type { CommentsView } from './comments-view.ts'
import type { CommentSort } from './policy.ts'

export function commentsQuery(postId: string, { sort, start }: CommentsView) {
  return api.comments.list.infiniteOptions(cursorPages({ id: postId, ...(sort && { sort }) }, start))
}

/** Returns the page that contains the comment, or undefined for an unknown comment. */
export async function findCommentPage(asked: {
  id: string
  comment_id: string
  sort?: CommentSort | undefined
}) {
  try {
    return await client.comments.pageOf(asked)
  } catch (error) {
    // The API returns BAD_REQUEST if the id in the URL is not a UUID.
    if (['NOT_FOUND', 'BAD_REQUEST'].includes(errorCode(error) ?? '')) return undefined
    throw error
  }
}
