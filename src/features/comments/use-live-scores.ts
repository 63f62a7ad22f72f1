import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { api, client } from '../../api/core/client.ts'
import { useLiveEvents } from '../live/use-live-events.ts'
import { forgetShownScore } from '../votes/forget-shown-score.ts'
import { SCORES_AT_ONCE } from '../votes/policy.ts'
import type { CommentsView } from './comments-view.ts'
import type { Comment } from './contract.ts'
import { withScores } from './pages.ts'
import { commentsQuery } from './queries.ts'

/** However many vote, an open page asks once in so many milliseconds. */
const GATHER_MS = 3000

/** The score of the post and those of its comments follow the votes of others. */
export function useLiveScores(postId: string, view: CommentsView, comments: readonly Comment[]): void {
  const queryClient = useQueryClient()
  const gathered = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = useEffectEvent(async () => {
    timer.current = undefined
    // In one order, so that everybody who looks at the same things asks the same.
    const ids = [...gathered.current].sort().slice(0, SCORES_AT_ONCE)
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
