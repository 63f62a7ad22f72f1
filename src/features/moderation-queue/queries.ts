import { api } from '../../api/core/client.ts'
import type { CaseKind } from './policy.ts'

export interface QueueFilter {
  state: 'open' | 'closed'
  kind?: CaseKind | undefined
  source?: 'report' | 'pending' | undefined
}

export function casePages({ state, kind, source }: QueueFilter) {
  return api.moderationCases.list.infiniteOptions({
    input: (cursor: string | undefined) => ({
      state,
      ...(kind && { kind }),
      ...(source && { source }),
      ...(cursor && { cursor }),
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    staleTime: 0,
  })
}

/** Live events invalidate it. */
export function waitingQuery() {
  return api.moderationCases.waiting.queryOptions({ staleTime: 300_000 })
}

export function caseQuery(id: string) {
  return api.moderationCases.read.queryOptions({ input: { id }, staleTime: 0 })
}
