import type { QueryClient } from '@tanstack/react-query'
import { api, client } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'
import type { Message } from './contract.ts'

/** Polling interval in milliseconds, for browsers that receive no live events. */
const EVERY_MINUTE = 60_000

/** Options of polled queries. On live events, MessageNotifier invalidates these queries as well. */
const FRESH = { staleTime: 0, refetchOnWindowFocus: true, refetchInterval: EVERY_MINUTE } as const

/** Number of latest conversations that are loaded to show toasts for new messages. */
const WATCHED = 5

export function latestConversations() {
  return api.conversations.list.queryOptions({ input: { limit: WATCHED }, ...FRESH })
}

export function conversationsQuery() {
  return api.conversations.list.infiniteOptions({ ...cursorPages({}), ...FRESH })
}

/** Searches members by name, up to ten. Excludes the member `self`. */
export function memberSearchQuery(search: string, self: string) {
  return api.profiles.search.queryOptions({ input: { search, exclude: self } })
}

export function conversationQuery(username: string) {
  return api.conversations.read.queryOptions({ input: { username } })
}

/** Query for a conversation's loaded messages. A refetch loads the newest page and keeps older messages. */
export function threadQuery(queryClient: QueryClient, username: string) {
  const { queryKey } = api.conversations.messages.queryOptions({ input: { username } })
  const queryFn = async (): Promise<MessageThread> => {
    const newest = await client.conversations.messages({ username })
    return mergeNewestMessages(queryClient.getQueryData(queryKey), newest)
  }
  return { queryKey, queryFn, ...FRESH }
}

export function refreshConversations(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: api.conversations.key() })
}

export const FORMER_MEMBER_NAME = 'Former member'

export function formerConversationsQuery() {
  return api.formerConversations.list.infiniteOptions(cursorPages({}))
}

export function formerThreadQuery(id: string) {
  return api.formerConversations.messages.infiniteOptions(cursorPages({ id }))
}

export interface MessageThread {
  items: Message[]
  next: string | null
}

/** Adds the newest page to loaded messages. If they don't overlap, some are missing, so replaces them. */
export function mergeNewestMessages(known: MessageThread | undefined, newest: MessageThread): MessageThread {
  const oldest = newest.items.at(-1)
  if (!known || !oldest || !known.items.some(({ id }) => id === oldest.id)) return newest
  const ids = new Set(newest.items.map(({ id }) => id))
  const older = known.items.filter(({ id }) => !ids.has(id))
  return { items: [...newest.items, ...older].sort(byTime), next: known.next }
}

export function appendOlderMessages(
  known: MessageThread | undefined,
  cursor: string,
  older: MessageThread,
): MessageThread | undefined {
  if (known?.next !== cursor) return known
  return { items: [...known.items, ...older.items], next: older.next }
}

export function markThreadRead(
  known: MessageThread | undefined,
  readerId: string,
): MessageThread | undefined {
  return (
    known && {
      ...known,
      items: known.items.map((item) => (item.recipient_id === readerId ? { ...item, is_read: true } : item)),
    }
  )
}

function byTime(one: Message, other: Message): number {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? 1 : -1
  return one.id < other.id ? 1 : -1
}
