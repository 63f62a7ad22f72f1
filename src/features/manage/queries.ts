import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/core/client.ts'
import type { Collection } from './contract.ts'

/** How many there are of each, and what the viewer may do with them. */
export const collectionsQuery = () => api.collections.list.queryOptions({ staleTime: 0 })

/** Who changed what, as the list grows. */
export function changePages() {
  return api.changes.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...(cursor && { cursor }) }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    staleTime: 0,
  })
}

/** After a change: whatever shows it is read again, and what is not on screen once it is. */
export function useShowChange(name: Collection['name']): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    for (const group of [api.changes, api.collections])
      void queryClient.invalidateQueries({ queryKey: group.key() })
    if (name === 'categories') forgetLabels(queryClient)
    await queryClient.invalidateQueries({ queryKey: api[name].key() })
  }
}

/** Names and colours of categories stand on everything that shows posts. */
function forgetLabels(queryClient: QueryClient): void {
  for (const group of [api.posts, api.profiles, api.bookmarks])
    queryClient.removeQueries({ queryKey: group.key(), type: 'inactive' })
}
