import { api } from '../../api/core/client.ts'
import { cursorPages } from '../../api/core/query-options.ts'

/** The viewer's own actions and decisions invalidate it. */
const STALE_TIME = 300_000

/** The first page, shared by all places that show pending texts. */
export function myPending() {
  return api.pendingContent.list.queryOptions({ input: {}, staleTime: STALE_TIME })
}

export function pendingPages() {
  return api.pendingContent.list.infiniteOptions({ ...cursorPages({}), staleTime: STALE_TIME })
}
