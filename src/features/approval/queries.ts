import { api } from '../../api/core/client.ts'

/** It changes by what the viewer does, and by a decision. */
const STALE_TIME = 300_000

/** The viewer's newest: one question for all places that show what waits there. */
export function myPending() {
  return api.pendingContent.list.queryOptions({ input: {}, staleTime: STALE_TIME })
}

/** All of it, page by page. */
export function pendingPages() {
  return api.pendingContent.list.infiniteOptions({
    input: (cursor: string | undefined) => (cursor ? { cursor } : {}),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    staleTime: STALE_TIME,
  })
}
