import { useState } from 'react'
import { askToSignIn, client } from '../../api/core/client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useSession } from '../accounts/session/session.tsx'
import { useViewerState, useViewerStateStore } from '../viewer-state/use-viewer-state.ts'
import type { VoteType } from './contract.ts'
import { pointsText } from './points.ts'
import type { VoteTarget } from './shown-score.ts'
import { useShownScore } from './use-shown-score.ts'
import { type Direction, difference, pressed } from './vote-state.ts'

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
      setNews(`${OUTCOMES[answer.vote_type]}, ${pointsText(answer.votes_score)}`)
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
