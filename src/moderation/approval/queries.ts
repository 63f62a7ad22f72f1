import { api } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'

/** Milliseconds until pending texts are stale. The viewer's and moderators' actions refetch them at once. */
const STALE_TIME = 300_000

/** Query for the first page of the viewer's pending texts, shared by all places that show them. */
export function pendingContentQuery() {
  return api.pendingContent.list.queryOptions({ input: {}, staleTime: STALE_TIME })
}

export function pendingPages() {
  return api.pendingContent.list.infiniteOptions({ ...cursorPages({}), staleTime: STALE_TIME })
}
