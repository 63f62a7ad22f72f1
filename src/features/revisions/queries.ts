import { api } from '../../api/core/client.ts'
import type { HistorySearch } from './history-search.ts'

/** The edits of a post, or of one of its comments, as they grow, from the page that the address asks for. */
export function revisionsQuery(postId: string, { comment, cursor: start }: HistorySearch) {
  const [operation, id] =
    comment === undefined ? [api.revisions.post, postId] : [api.revisions.comment, comment]
  return operation.infiniteOptions({
    input: (cursor: string | undefined) => ({ id, ...(cursor && { cursor }) }),
    initialPageParam: start,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}
