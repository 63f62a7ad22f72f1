import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { ForumEvent } from './contract.ts'
import { EVENTS_AMONG_OTHERS, EVENTS_ANNOUNCED } from './policy.ts'

export type When = 'upcoming' | 'past'

/** Those to come or those that are over, as the list grows. */
export function eventPages(when: When) {
  return api.events.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ when, ...(cursor && { cursor }) }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}

/** The first few, beside other things. */
export function fewEvents(when: When) {
  return api.events.list.queryOptions({ input: { when, limit: EVENTS_AMONG_OTHERS } })
}

/** The server's page holds them, and tells search engines of those to come; in the browser it does not wait. */
export async function loadEvents(queryClient: QueryClient): Promise<ForumEvent[]> {
  const loading = Promise.all([
    queryClient.prefetchInfiniteQuery(eventPages('upcoming')),
    queryClient.prefetchInfiniteQuery(eventPages('past')),
  ])
  if (typeof document !== 'undefined') return []
  await loading
  const upcoming = queryClient.getQueryData(eventPages('upcoming').queryKey)
  return upcoming?.pages[0]?.items.slice(0, EVENTS_ANNOUNCED) ?? []
}
