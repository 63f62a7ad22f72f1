import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, client } from '../../api/core/client.ts'
import type { Thinker } from './contract.ts'

/** They change once in a blue moon. */
const STALE_AFTER_MS = 300_000

/** All thinkers by name. Never fails: a page does without them. On the server the API has logged why. */
export function thinkersQuery() {
  return queryOptions({
    queryKey: api.thinkers.list.queryKey(),
    queryFn: ({ signal }): Promise<{ items: Thinker[] }> =>
      client.thinkers.list(undefined, { signal }).catch((error: unknown) => {
        if (signal.aborted) throw error // nobody waits for them any more
        if (typeof document !== 'undefined') console.error('The thinkers could not be loaded.', error)
        return { items: [] }
      }),
    staleTime: (query) => (query.state.data?.items.length ? STALE_AFTER_MS : 0),
  })
}

/** The server's page holds them; in the browser the page does not wait: it shows where they will stand. */
export async function loadThinkers(queryClient: QueryClient): Promise<void> {
  const loading = queryClient.prefetchQuery(thinkersQuery())
  if (typeof document === 'undefined') await loading
}
