import { queryOptions } from '@tanstack/react-query'
import { errorCode } from '../../core/api-error.ts'
import { api, client } from '../../core/client.ts'
import type { Removal } from '../../moderation/removal/removal-schema.ts'
import type { Post } from './contract.ts'

export interface RemovedPost {
  id: string
  removal: Removal
}

export function postQuery(id: string) {
  return queryOptions({
    queryKey: [...api.posts.read.queryKey({ input: { id } })],
    queryFn: ({ signal }): Promise<Post | RemovedPost> =>
      client.posts.read({ id }, { signal }).catch((error: unknown) => {
        if (errorCode(error) !== 'GONE') throw error
        return { id, removal: (error as { data: Removal }).data }
      }),
  })
}

export function isRemoved(post: Post | RemovedPost): post is RemovedPost {
  return 'removal' in post
}

export function neighboursQuery(id: string) {
  return api.posts.neighbours.queryOptions({ input: { id } })
}

export function relatedQuery(id: string) {
  return api.posts.related.queryOptions({ input: { id } })
}
