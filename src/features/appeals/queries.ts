import { api } from '../../api/core/client.ts'

export function appealQuery(actionId: string) {
  return api.appeals.read.queryOptions({ input: { id: actionId }, staleTime: 0, retry: false })
}

export const myAppealPages = api.appeals.mine.infiniteOptions({
  input: (cursor: string | undefined) => (cursor ? { cursor } : {}),
  initialPageParam: undefined,
  getNextPageParam: (last) => last.next ?? undefined,
})
