import { api } from '../../api/core/client.ts'
import type { Relation } from './policy.ts'

/** Everybody whom the viewer mutes or blocks. It changes by what they do, here or in another tab. */
export function hiddenQuery() {
  return api.mutes.hidden.queryOptions({ staleTime: 300_000 })
}

/** Those whom the viewer mutes, or blocks, the latest first. */
export function relationsQuery(relation: Relation) {
  return api[relation].list.infiniteOptions({
    input: (cursor: string | undefined) => (cursor ? { cursor } : {}),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}
