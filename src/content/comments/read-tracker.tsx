import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLiveEvents } from '../../accounts/live/use-live-events.ts'
import { useViewerStateStore } from '../../accounts/viewer-state/use-viewer-state.ts'
import { api, client } from '../../core/client.ts'
import { Button } from '../../ui/button.tsx'
import { SCORES_PER_REQUEST } from '../votes/policy.ts'
import { forgetShownScore } from '../votes/shown-score.ts'
import { withScores } from './comment-cache.ts'
import type { CommentsView } from './comments-view.ts'
import type { Comment } from './contract.ts'
import { useDiscussion } from './discussion-context.ts'
import { commentsQuery } from './queries.ts'
import { isNewComment, newestCommentTime } from './threads.ts'
import { useSeenNotifications } from './use-seen-notifications.ts'

export function ReadTracker({ viewerId, comments }: { viewerId: string; comments: readonly Comment[] }) {
  const { place, visit } = useDiscussion()
  useVisit(viewerId, comments)
  useSeenNotifications(place.postId)
  useLiveScores(place.postId, place.view, comments)
  const news = visit ? comments.filter((comment) => isNewComment(comment, visit)) : []
  return news.length > 0 && <JumpToNew ids={news.map(({ id }) => id)} />
}

function JumpToNew({ ids: [first = '', ...others] }: { ids: string[] }) {
  const [place, setPlace] = useState<'unknown' | 'below' | 'seen'>('unknown')
  useEffect(() => {
    const item = document.getElementById(`comment-${first}`)
    if (!item) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry) return
      const isBelow = !entry.isIntersecting && entry.boundingClientRect.top > innerHeight / 2
      setPlace((now) => (now !== 'seen' && isBelow ? 'below' : 'seen'))
    })
    observer.observe(item)
    return () => observer.disconnect()
  }, [first])
  if (place !== 'below') return null
  return (
    <div className="fixed bottom-6 left-1/2 z-10 -translate-x-1/2 max-md:bottom-[calc(5.5rem+env(safe-area-inset-bottom))]">
      <Button
        icon="icon-arrow-down"
        className="rounded-full! text-sm shadow-raised"
        onClick={() => {
          scrollToComment(first)
          document.getElementById(`comment-${first}`)?.scrollIntoView()
        }}
      >
        {others.length === 0
          ? '1 new since your last visit'
          : `${others.length + 1} new since your last visit`}
      </Button>
    </div>
  )
}

/**
 * Saves how far the viewer has read, when the page is shown and when another member's comment arrives. If
 * saving fails, tries again on the next such occasion.
 */
function useVisit(viewerId: string, comments: readonly Comment[]): void {
  const { place, setVisit } = useDiscussion()
  const { postId } = place
  const saved = useRef<string>(undefined)
  const hasBegun = useRef(false)
  const { read, change } = useViewerStateStore('post', postId)
  const until = newestCommentTime(comments, viewerId)
  const save = useEffectEvent(async () => {
    if (document.visibilityState !== 'visible') return
    if (saved.current !== undefined && (until ?? '') <= saved.current) return
    const before = saved.current
    saved.current = until ?? ''
    try {
      const { former_until, unread } = await client.reads.update({ id: postId, ...(until && { until }) })
      if (!hasBegun.current) setVisit({ viewerId, since: former_until })
      hasBegun.current = true
      // A pending request could overwrite the change with the earlier state, so wait for it.
      await read()
      change({ unread })
    } catch {
      saved.current = before
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: save when the newest comment changes
  useEffect(() => void save(), [until])
  useEffect(() => {
    const look = () => void save()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}

/** Interval in milliseconds over which changed scores are collected into one request. */
const GATHER_MS = 3000

function useLiveScores(postId: string, view: CommentsView, comments: readonly Comment[]): void {
  const queryClient = useQueryClient()
  const gathered = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = useEffectEvent(async () => {
    timer.current = undefined
    // Sorted ids give readers of the same page the same URL, so that they share a cached response.
    const ids = [...gathered.current].sort().slice(0, SCORES_PER_REQUEST)
    for (const id of ids) gathered.current.delete(id)
    if (gathered.current.size > 0) timer.current = setTimeout(ask, GATHER_MS)
    const answer = await client.votes.scores({ id: postId, ids: ids.join(',') }).catch(() => undefined)
    if (!answer) return
    const { scores } = answer
    for (const id of ids) forgetShownScore(queryClient, id === postId ? 'post' : 'comment', id)
    queryClient.setQueryData(
      commentsQuery(postId, view).queryKey,
      (pages) => pages && withScores(pages, scores),
    )
    const score = scores[postId]
    if (score === undefined) return
    queryClient.setQueryData(
      api.posts.read.queryKey({ input: { id: postId } }),
      (post) => post && { ...post, votes_score: score },
    )
  })
  useLiveEvents((event) => {
    if (event.type === 'missed')
      void queryClient.invalidateQueries({ queryKey: api.posts.read.key({ input: { id: postId } }) })
    if (event.type !== 'votes') return
    const shown = new Set([postId, ...comments.map(({ id }) => id)])
    for (const id of event.ids) if (shown.has(id)) gathered.current.add(id)
    if (gathered.current.size > 0) timer.current ??= setTimeout(ask, GATHER_MS)
  })
}

export function scrollToComment(id: string): void {
  const item = document.getElementById(`comment-${id}`)
  if (!item) return
  for (const former of document.querySelectorAll<HTMLElement>('[data-linked]')) delete former.dataset.linked
  item.dataset.linked = ''
  item.scrollIntoView({ block: 'nearest' })
  item.focus({ preventScroll: true })
}
