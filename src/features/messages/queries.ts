import type { QueryClient } from '@tanstack/react-query'
import { api, client } from '../../api/core/client.ts'
import { type Thread, withNewest } from './thread-pages.ts'

/** Where no live stream comes through, what is on screen is at most so old. */
const EVERY_MINUTE = 60_000

/** Asked again whenever something is heard of: see watch.tsx. */
const FRESH = { staleTime: 0, refetchOnWindowFocus: true, refetchInterval: EVERY_MINUTE } as const

/** How many at once can be told of by name. */
const WATCHED = 5

/** The latest conversations and what is unread in all: what every page of a member knows. */
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

/** Ten members at most, and not `self`. */
export function peopleNamed(search: string, self: string) {
  return api.profiles.search.queryOptions({ input: { search, exclude: self } })
}

export function conversationWith(username: string) {
  return api.conversations.read.queryOptions({ input: { username } })
}

/** A thread as far as it was loaded; asking again brings its newest part up to date and keeps the rest. */
export function threadWith(queryClient: QueryClient, username: string) {
  const { queryKey } = api.conversations.messages.queryOptions({ input: { username } })
  const queryFn = async (): Promise<Thread> => {
    const newest = await client.conversations.messages({ username })
    return withNewest(queryClient.getQueryData(queryKey), newest)
  }
  return { queryKey, queryFn, ...FRESH }
}

/** After something was written or read, here or elsewhere: whatever shows conversations asks again. */
export function refreshConversations(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: api.conversations.key() })
}

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
