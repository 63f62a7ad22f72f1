import { api } from '../../api/core/client.ts'

/** How somebody is called whose account is gone. */
export const SOMEBODY = 'Somebody who has left'

export function formerList() {
  return api.formerConversations.list.infiniteOptions({
    input: (cursor: string | undefined) => (cursor ? { cursor } : {}),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}

export function formerThread(id: string) {
  return api.formerConversations.messages.infiniteOptions({
    input: (cursor: string | undefined) => (cursor ? { id, cursor } : { id }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}
