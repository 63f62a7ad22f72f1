import { api } from '../../api/core/client.ts'

/** The comments of a post as they grow, from the page that the address asks for. */
export function commentsQuery(postId: string, start?: string) {
  return api.comments.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ id: postId, ...(cursor && { cursor }) }),
    initialPageParam: start,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}
