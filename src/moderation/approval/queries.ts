import { api } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'

/** Milliseconds. The viewer's actions and moderators' decisions also invalidate it. */
const STALE_TIME = 300_000

/** First page of pending texts, shared by all places that show them. */
export function pendingContentQuery() {
  return api.pendingContent.list.queryOptions({ input: {}, staleTime: STALE_TIME })
}

export function pendingPages() {
  return api.pendingContent.list.infiniteOptions({ ...cursorPages({}), staleTime: STALE_TIME })
}
