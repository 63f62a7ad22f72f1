import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { loadAside, loadTrendingNotes } from './load-aside.ts'

/** It stands beside other things: a minute more or less changes nothing. */
const STALE_AFTER_MS = 60_000

/** What goes on around a list, of public answers. */
export function asideQuery() {
  return queryOptions({
    queryKey: ['public', 'aside'],
    queryFn: loadAside,
    staleTime: STALE_AFTER_MS,
  })
}

/** The notes that are liked most, for an aside. */
export function trendingNotesQuery() {
  return queryOptions({
    queryKey: ['public', 'aside', 'notes'],
    queryFn: loadTrendingNotes,
    staleTime: STALE_AFTER_MS,
  })
}

/** It is in the server's HTML; in the browser no page waits for it. */
export async function prefetchAside(queryClient: QueryClient, withNotes = false): Promise<void> {
  const loading = Promise.all([
    queryClient.prefetchQuery(asideQuery()),
    withNotes && queryClient.prefetchQuery(trendingNotesQuery()),
  ])
  if (typeof document === 'undefined') await loading
}
