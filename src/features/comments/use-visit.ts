import { useEffect, useEffectEvent, useRef } from 'react'
import { client } from '../../api/core/client.ts'
import { useViewerStateStore } from '../viewer-state/use-viewer-state.ts'
import type { Comment } from './contract.ts'
import { newestOf, type Visit } from './news.ts'

interface Reading {
  postId: string
  viewerId: string
  comments: readonly Comment[]
  onVisit: (visit: Visit) => void
}

/**
 * Keeps how far the viewer has read: once they have the discussion on screen, and again when newer comments are. One's own
 * say nothing of what one has read. What cannot be kept is tried again with the next comment or visit.
 */
export function useVisit({ postId, viewerId, comments, onVisit }: Reading): void {
  const saved = useRef<string>(undefined)
  const hasBegun = useRef(false)
  const { read, change } = useViewerStateStore('post', postId)
  const until = newestOf(comments, viewerId)
  const save = useEffectEvent(async () => {
    if (document.visibilityState !== 'visible') return
    if (saved.current !== undefined && (until ?? '') <= saved.current) return
    const before = saved.current
    saved.current = until ?? ''
    try {
      const { former_until, unread } = await client.reads.update({ id: postId, ...(until && { until }) })
      if (!hasBegun.current) onVisit({ viewerId, since: former_until })
      hasBegun.current = true
      // As it was before, it may still be on its way.
      await read()
      change({ unread })
    } catch {
      saved.current = before
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is newest has changed
  useEffect(() => void save(), [until])
  useEffect(() => {
    const look = () => void save()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}
