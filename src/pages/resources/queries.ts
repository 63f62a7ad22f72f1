import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../core/client.ts'

export const resourcesQuery = () => api.resources.list.queryOptions()

/** Loads the resources. The server waits for them; in the browser, the page shows a skeleton meanwhile. */
export async function loadResources(queryClient: QueryClient): Promise<void> {
  const loading = queryClient.prefetchQuery(resourcesQuery())
  if (typeof document === 'undefined') await loading
}
