import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { api, client } from '../../core/client.ts'
import { myNotifications } from '../../people/notifications/queries.ts'

/**
 * Marks the notifications about an open discussion as read, also those that arrive later, while its tab is visible.
 * The list in the panel holds only the newest, so the first request is sent for any unread notification.
 */
export function useSeenNotifications(postId: string): void {
  const queryClient = useQueryClient()
  const { data } = useQuery(myNotifications())
  const hasBegun = useRef(false)
  const mark = useEffectEvent(async () => {
    const isUnread = data?.items.some(({ is_read, post_id }) => !is_read && post_id === postId)
    if (document.visibilityState !== 'visible' || !data?.unread || (hasBegun.current && !isUnread)) return
    hasBegun.current = true
    const answer = await client.notifications.readSeen({ posts: [postId] }).catch(() => undefined)
    if (!answer) hasBegun.current = false
    else if (answer.unread !== data.unread)
      await queryClient.invalidateQueries({ queryKey: api.notifications.key() })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: mark when the notifications change
  useEffect(() => void mark(), [data])
  useEffect(() => {
    const comeBack = () => void mark()
    document.addEventListener('visibilitychange', comeBack)
    return () => document.removeEventListener('visibilitychange', comeBack)
  }, [])
}
