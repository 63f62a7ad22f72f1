import { api } from '../../api/core/client.ts'

/** `start` is the cursor in the address. */
export function profilePostsQuery(username: string, start: string | undefined) {
  return api.profiles.posts.infiniteOptions({
    input: (cursor: string | undefined) => ({ username, ...(cursor && { cursor }) }),
    initialPageParam: start,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}

export function profileCommentsQuery(username: string, start: string | undefined) {
  return api.profiles.comments.infiniteOptions({
    input: (cursor: string | undefined) => ({ username, ...(cursor && { cursor }) }),
    initialPageParam: start,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}

export function highlightsQuery(username: string) {
  return api.profiles.highlights.queryOptions({ input: { username } })
}
