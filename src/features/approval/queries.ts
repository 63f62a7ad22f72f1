import { api } from '../../api/core/client.ts'

/** The viewer's own: one question for all that shows some of it. It changes by what they do, and by a decision. */
export function myPending() {
  return api.pendingContent.list.queryOptions({ input: {}, staleTime: 300_000 })
}
