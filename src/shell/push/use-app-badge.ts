import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { latestConversations } from '../../content/messages/queries.ts'
import { myNotifications } from '../../people/notifications/queries.ts'
import { showBadge } from './badge.ts'

/** Shows the member's unread notifications and messages on the forum's icon, and none after a sign-out. */
export function useAppBadge(): void {
  const { data: notifications } = useQuery(myNotifications())
  const { data: conversations } = useQuery(latestConversations())
  const unread = notifications && conversations && notifications.unread + conversations.unread
  useEffect(() => {
    if (unread !== undefined) void showBadge(unread)
  }, [unread])
  useEffect(() => () => void showBadge(0), [])
}
