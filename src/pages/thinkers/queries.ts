import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, client } from '../../core/client.ts'
import type { Thinker } from './contract.ts'

/** Loads the thinkers. Never rejects, because pages work without them. On the server, errors are logged. */
export function thinkersQuery() {
  return queryOptions({
    queryKey: api.thinkers.list.queryKey(),
    queryFn: ({ signal }): Promise<{ items: Thinker[] }> =>
      client.thinkers.list(undefined, { signal }).catch((error: unknown) => {
        if (signal.aborted) throw error
        if (typeof document !== 'undefined') console.error('The thinkers could not be loaded.', error)
        return { items: [] }
      }),
    staleTime: (query) => (query.state.data?.items.length ? 300_000 : 0),
  })
}

/** Loads the thinkers. The server waits for them; in the browser, the page shows a skeleton meanwhile. */
export async function loadThinkers(queryClient: QueryClient): Promise<void> {
  const loading = queryClient.prefetchQuery(thinkersQuery())
  if (typeof document === 'undefined') await loading
}
