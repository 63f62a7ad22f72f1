import type { QueryClient } from '@tanstack/react-query'
import type { Site } from '../../platform/site.ts'
import { eventsHead } from './metadata.ts'
import { EVENTS_ANNOUNCED } from './policy.ts'
import { eventPages } from './queries.ts'

/**
 * Answers the head of the page. The server's page holds the events, and tells search engines of those to come; in the
 * browser it does not wait.
 */
export async function loadEvents({
  queryClient,
  site,
}: {
  queryClient: QueryClient
  site: Site
}): Promise<ReturnType<typeof eventsHead>> {
  const loading = Promise.all([
    queryClient.prefetchInfiniteQuery(eventPages('upcoming')),
    queryClient.prefetchInfiniteQuery(eventPages('past')),
  ])
  if (typeof document !== 'undefined') return eventsHead(site, [])
  await loading
  const upcoming = queryClient.getQueryData(eventPages('upcoming').queryKey)
  return eventsHead(site, upcoming?.pages[0]?.items.slice(0, EVENTS_ANNOUNCED) ?? [])
}
