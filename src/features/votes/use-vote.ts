import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { askToSignIn, client } from '../../api/core/client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useSession } from '../accounts/session/session.tsx'
import { useViewerState, useViewerStateStore } from '../viewer-state/use-viewer-state.ts'
import type { VoteType } from './contract.ts'
import { type ShownScore, shownScoreKey } from './shown-score.ts'
import { type Direction, difference, pressed } from './vote-state.ts'

export type VoteTarget = 'post' | 'comment'

/**
 * The viewer's vote on one thing and its score. Pressing shows the outcome at once; the server's answer replaces it,
 * and a failure takes it back.
 */
export function useVote(target: VoteTarget, id: string, score: number) {
  const { viewer } = useSession()
  const mark = useViewerState(target, id)
  const state = useViewerStateStore(target, id)
  const [shownScore, showScore] = useShownScore(target, id, score)
  const [isSaving, setSaving] = useState(false)
  const [news, setNews] = useState('')

  const show = (vote_type: VoteType, votes_score: number) => {
    state.change({ vote_type })
    showScore(votes_score)
  }

  const press = async (direction: Direction) => {
    if (!viewer) return askToSignIn(`votes.${target}`, { id, vote_type: direction })
    setSaving(true)
    const before = (await state.read())?.vote_type ?? 0
    const wish = pressed(before, direction)
    show(wish, shownScore + difference(before, wish))
    try {
      const answer = await client.votes[target]({ id, vote_type: wish })
      show(answer.vote_type, answer.votes_score)
      setNews(
        `${OUTCOMES[answer.vote_type]}, ${answer.votes_score} ${answer.votes_score === 1 ? 'point' : 'points'}`,
      )
    } catch {
      show(before, shownScore)
      toast({ kind: 'error', title: 'Error voting', description: 'Please try again later' })
    } finally {
      setSaving(false)
    }
  }

  return { vote: mark?.vote_type ?? 0, score: shownScore, isSaving, news, press }
}

/** Said to those who do not see the number change. */
const OUTCOMES: Record<VoteType, string> = { 1: 'Voted up', [-1]: 'Voted down', 0: 'Vote taken back' }

/**
 * The score to show: that of the page, until a vote gave a newer one. It is kept beside the page's data, so that it is
 * still there when somebody comes back to the list, and holds until the page's own score changes.
 */
function useShownScore(target: VoteTarget, id: string, score: number) {
  const queryClient = useQueryClient()
  const queryKey = shownScoreKey(target, id)
  // As with what only the viewer sees: nobody has voted on the page that the server makes.
  // biome-ignore lint/correctness/useHookAtTopLevel: the same in every rendering of a build
  const data = import.meta.env.SSR ? undefined : useQuery<ShownScore>({ queryKey, queryFn: skipToken }).data
  const shown = data?.instead === score ? data.score : score
  const show = (newer: number) => queryClient.setQueryData(queryKey, { instead: score, score: newer })
  return [shown, show] as const
}
