import { api } from '../../api/core/client.ts'
import type { CommentsView } from './comments-view.ts'

/** The comments of a post as they grow, from the page and in the order that the address asks for. */
export function commentsQuery(postId: string, { sort, start }: CommentsView) {
  return api.comments.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ id: postId, ...(sort && { sort }), ...(cursor && { cursor }) }),
    initialPageParam: start,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}
