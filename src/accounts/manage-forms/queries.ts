import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'
import type { Collection } from './contract.ts'

export const collectionsQuery = () => api.collections.list.queryOptions({ staleTime: 0 })

export function changePages() {
  return api.changes.list.infiniteOptions({ ...cursorPages({}), staleTime: 0 })
}

/** A managed collection, or one that only moderators and admins can list. */
export type ManagedCollection = Collection['name'] | 'savedReplies' | 'watchedWords'

/** Invalidates the queries that show a changed item. Mounted queries refetch now, others when they mount. */
export function useRefetchCollection(name: ManagedCollection): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    for (const group of [api.changes, api.collections])
      void queryClient.invalidateQueries({ queryKey: group.key() })
    if (name === 'concepts') forgetLabels(queryClient)
    await queryClient.invalidateQueries({ queryKey: api[name].key() })
  }
}

/** Removes cached lists of posts, because they show names and colours of concepts. */
function forgetLabels(queryClient: QueryClient): void {
  for (const group of [api.posts, api.profiles, api.bookmarks])
    queryClient.removeQueries({ queryKey: group.key(), type: 'inactive' })
}
