import { api } from '../../api/core/client.ts'
import type { Side } from './policy.ts'

/** One side of a member's follows as it grows, from the page that the address asks for. */
export function followsQuery(username: string, side: Side, start: string | undefined) {
  return api.follows[side].infiniteOptions({
    input: (cursor: string | undefined) => ({ username, ...(cursor && { cursor }) }),
    initialPageParam: start,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}
