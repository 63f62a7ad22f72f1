import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { api, client } from '../../core/client.ts'
import { SEEN_PER_REQUEST } from '../../people/notifications/policy.ts'
import { myNotifications } from '../../people/notifications/queries.ts'
import type { Comment } from './contract.ts'

/** Time in milliseconds during which visible comments are collected into one request. */
const GATHER_MS = 500
const EDGE = '-72px'

export function useSeenNotifications(postId: string, comments: readonly Comment[]): void {
  const queryClient = useQueryClient()
  const { data } = useQuery(myNotifications())
  const unread = data?.unread ?? 0
  const onScreen = useRef(new Set<string>())
  /** Ids of posts and comments reported as seen since the number of unread notifications last changed. */
  const told = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const tell = useEffectEvent(async () => {
    timer.current = undefined
    if (document.visibilityState !== 'visible' || unread === 0) return
    const ids = [...onScreen.current].filter((id) => !told.current.has(id)).slice(0, SEEN_PER_REQUEST)
    if (ids.length === 0) return
    for (const id of ids) told.current.add(id)
    const seen = { posts: ids.filter((id) => id === postId), comments: ids.filter((id) => id !== postId) }
    const answer = await client.notifications.readSeen(seen).catch(() => undefined)
    if (!answer) for (const id of ids) told.current.delete(id)
    else if (answer.unread !== unread)
      await queryClient.invalidateQueries({ queryKey: api.notifications.key() })
  })
  const look = useEffectEvent(() => {
    timer.current ??= setTimeout(tell, GATHER_MS)
  })
  useOnScreen(postId, comments, (id, isShown) => {
    if (isShown) onScreen.current.add(id)
    else onScreen.current.delete(id)
    look()
  })
  useEffect(() => {
    // A new notification may concern a comment that is already on screen, so report all visible ones again.
    told.current.clear()
    if (unread > 0) look()
  }, [unread])
  useEffect(() => {
    const comeBack = () => look()
    document.addEventListener('visibilitychange', comeBack)
    return () => document.removeEventListener('visibilitychange', comeBack)
  }, [])
}

function useOnScreen(
  postId: string,
  comments: readonly Comment[],
  onChange: (id: string, isShown: boolean) => void,
): void {
  const tell = useEffectEvent(onChange)
  const ids = comments.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: new comments render new elements to observe
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          tell(target.id.replace('comment-', '') || postId, isIntersecting)
      },
      { rootMargin: `${EDGE} 0px` },
    )
    for (const item of document.querySelectorAll('[data-post], [id^="comment-"][data-list-item]'))
      observer.observe(item)
    return () => observer.disconnect()
  }, [ids, postId])
}
