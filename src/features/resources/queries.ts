import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../api/core/client.ts'

export const resourcesQuery = () => api.resources.list.queryOptions()

/** The server's page holds them; in the browser the page does not wait: it shows where they will stand. */
export async function loadResources(queryClient: QueryClient): Promise<void> {
  const loading = queryClient.prefetchQuery(resourcesQuery())
  if (typeof document === 'undefined') await loading
}
