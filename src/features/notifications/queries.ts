import { api } from '../../api/core/client.ts'

/** The newest, and how many are unread. The live stream tells of news; asking now and then is for when it is away. */
export function myNotifications() {
  return api.notifications.list.queryOptions({ input: {}, refetchInterval: 60_000 })
}

/** All of them as they grow, or those that are unread. */
export function notificationPages(only: 'unread' | undefined) {
  return api.notifications.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...(only && { only }), ...(cursor && { cursor }) }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}
