import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../core/client.ts'

export const resourcesQuery = () => api.resources.list.queryOptions()

/** The server waits for the resources. In the browser, the page shows a skeleton. */
export async function loadResources(queryClient: QueryClient): Promise<void> {
  const loading = queryClient.prefetchQuery(resourcesQuery())
  if (typeof document === 'undefined') await loading
}
