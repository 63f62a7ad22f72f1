import type { QueryClient } from '@tanstack/react-query'
import { api, client } from '../../api/core/client.ts'
import { type Thread, withNewest } from './thread-pages.ts'

/** Milliseconds between refetches without a live stream. */
const EVERY_MINUTE = 60_000

/** MessageNotifier invalidates these on events. */
const FRESH = { staleTime: 0, refetchOnWindowFocus: true, refetchInterval: EVERY_MINUTE } as const

/** Conversations watched for toasts. */
const WATCHED = 5

export function latestConversations() {
  return api.conversations.list.queryOptions({ input: { limit: WATCHED }, ...FRESH })
}

export function conversationList() {
  return api.conversations.list.infiniteOptions({
    input: (cursor: string | undefined) => (cursor ? { cursor } : {}),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    ...FRESH,
  })
}

/** At most ten members, without `self`. */
export function peopleNamed(search: string, self: string) {
  return api.profiles.search.queryOptions({ input: { search, exclude: self } })
}

export function conversationWith(username: string) {
  return api.conversations.read.queryOptions({ input: { username } })
}

/** The loaded part of a thread. A refetch updates the newest messages and keeps the rest. */
export function threadWith(queryClient: QueryClient, username: string) {
  const { queryKey } = api.conversations.messages.queryOptions({ input: { username } })
  const queryFn = async (): Promise<Thread> => {
    const newest = await client.conversations.messages({ username })
    return withNewest(queryClient.getQueryData(queryKey), newest)
  }
  return { queryKey, queryFn, ...FRESH }
}

export function refreshConversations(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: api.conversations.key() })
}

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
