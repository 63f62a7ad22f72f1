import { api } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'

/** Loads a member's posts. `start` is the cursor in the URL. */
export function profilePostsQuery(username: string, start: string | undefined) {
  return api.profiles.posts.infiniteOptions(cursorPages({ username }, start))
}

export function profileCommentsQuery(username: string, start: string | undefined) {
  return api.profiles.comments.infiniteOptions(cursorPages({ username }, start))
}

export function highlightsQuery(username: string) {
  return api.profiles.highlights.queryOptions({ input: { username } })
}
