import { api } from '../../api/core/client.ts'

/** A member's posts as they grow, from the page that the address asks for. */
export function profilePostsQuery(username: string, start: string | undefined) {
  return api.profiles.posts.infiniteOptions({
    input: (cursor: string | undefined) => ({ username, ...(cursor && { cursor }) }),
    initialPageParam: start,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}

/** The same for comments. */
export function profileCommentsQuery(username: string, start: string | undefined) {
  return api.profiles.comments.infiniteOptions({
    input: (cursor: string | undefined) => ({ username, ...(cursor && { cursor }) }),
    initialPageParam: start,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}

/** What stands beside the lists. */
export function highlightsQuery(username: string) {
  return api.profiles.highlights.queryOptions({ input: { username } })
}
