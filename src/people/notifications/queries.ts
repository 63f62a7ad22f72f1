import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'
import type { Notification } from './contract.ts'

/** Query for the notifications in the panel. Refetched every minute, in case live events are not received. */
export function myNotifications() {
  return api.notifications.list.queryOptions({ input: {}, refetchInterval: 60_000 })
}

export function notificationPages(only: 'unread' | undefined) {
  return api.notifications.list.infiniteOptions(cursorPages({ ...(only && { only }) }))
}

interface Page {
  items: Notification[]
  unread: number
  next: string | null
}

/** Shows notifications as read, then saves this. If that fails, they become unread again without an error. */
export function useMarkNotificationsRead() {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: api.notifications.key() })
  const one = useMutation({ ...api.notifications.read.mutationOptions(), onSettled })
  const all = useMutation({ ...api.notifications.readAll.mutationOptions(), onSettled })
  const show = (change: (page: Page) => Page) =>
    queryClient.setQueriesData<Page | InfiniteData<Page>>(
      { queryKey: api.notifications.list.key() },
      (data) => {
        if (!data) return data
        return 'pages' in data ? { ...data, pages: data.pages.map(change) } : change(data)
      },
    )
  return {
    markRead: ({ id, is_read }: Notification) => {
      if (is_read) return
      show(({ items, unread, next }) => ({
        items: items.map(readIf(id)),
        unread: Math.max(unread - 1, 0),
        next,
      }))
      one.mutate({ id })
    },
    markAllRead: () => {
      show(({ items, next }) => ({ items: items.map(read), unread: 0, next }))
      all.mutate(undefined)
    },
  }
}

function read(item: Notification): Notification {
  return item.is_read ? item : { ...item, is_read: true }
}

function readIf(id: string) {
  return (item: Notification) => (item.id === id ? read(item) : item)
}
