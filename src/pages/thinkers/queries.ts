import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, client } from '../../core/client.ts'
import type { Thinker } from './contract.ts'

/** Never rejects, because pages work without thinkers. On the server the API has already logged the error. */
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

/** The server waits for the thinkers. In the browser, the page shows a skeleton. */
export async function loadThinkers(queryClient: QueryClient): Promise<void> {
  const loading = queryClient.prefetchQuery(thinkersQuery())
  if (typeof document === 'undefined') await loading
}
