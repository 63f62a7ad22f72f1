import { api } from '../../api/core/client.ts'

export function memberViewQuery(username: string) {
  return api.memberView.read.queryOptions({ input: { username }, staleTime: 0 })
}

export function historyPages(username: string) {
  return api.memberView.history.infiniteOptions({
    input: (cursor: string | undefined) => ({ username, ...(cursor && { cursor }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    staleTime: 0,
  })
}
