import { useState } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { useViewerState, useViewerStateStore } from '../../accounts/viewer-state/use-viewer-state.ts'
import { askToSignIn, client } from '../../core/client.ts'
import { Announcement } from '../../ui/feedback/announcement.tsx'
import { toastError } from '../../ui/feedback/toast.ts'
import { formatCompact } from '../../ui/format/format-number.ts'
import { Icon } from '../../ui/icon.tsx'
import { useKeptFocus } from '../../ui/list/use-kept-focus.ts'
import type { VoteType } from './contract.ts'
import { pointsNoun, pointsText } from './points.ts'
import { useShownScore, type VoteTarget } from './shown-score.ts'
import { type Direction, nextVote, scoreDifference } from './vote-state.ts'

interface Props {
  target: VoteTarget
  id: string
  score: number
  orientation?: 'column' | 'row'
  size?: Size
}

type Size = keyof typeof SIZES

/** Buttons to vote, with the score between them. Guests who press one are asked to sign in. */
export function VoteControl({ target, id, score: initial, orientation = 'column', size = 'md' }: Props) {
  const { vote, score, isSaving, news, press } = useVote(target, id, initial)
  const shared = { size, orientation, isSaving, onPress: press }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label={`Vote on this ${target}`} className={GROUPS[orientation]}>
      <VoteButton direction={1} isPressed={vote === 1} {...shared} />
      <span className={`vote-score ${SIZES[size].score}`}>
        {formatCompact(score)}
        <span className="sr-only"> {pointsNoun(score)}</span>
      </span>
      <VoteButton direction={-1} isPressed={vote === -1} {...shared} />
      <Announcement>{news}</Announcement>
    </div>
  )
}

interface ButtonProps {
  direction: Direction
  isPressed: boolean
  isSaving: boolean
  orientation: 'column' | 'row'
  size: Size
  onPress: (direction: Direction) => void
}

function VoteButton({ direction, isPressed, isSaving, orientation, size, onPress }: ButtonProps) {
  const ref = useKeptFocus<HTMLButtonElement>(isSaving)
  const label = direction === 1 ? 'Vote up' : 'Vote down'
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      disabled={isSaving}
      onClick={() => onPress(direction)}
      className={`${direction === 1 ? 'vote-up' : 'vote-down'} ${BUTTONS[orientation]}`}
    >
      <Icon icon={direction === 1 ? 'icon-chevron-up' : 'icon-chevron-down'} className={SIZES[size].icon} />
    </button>
  )
}

const SIZES = {
  sm: { icon: 'size-4.5', score: 'text-sm' },
  md: { icon: 'size-5', score: 'text-base' },
  lg: { icon: 'size-6', score: 'text-lg' },
}

const GROUPS = {
  column: 'flex items-center max-md:-ml-3 md:flex-col',
  row: 'flex items-center',
}

/** Heights of the buttons: 44 px on touch screens, but less for a mouse, so that they fit beside a card. */
const BUTTONS = { column: 'h-11 pointer-fine:h-8 md:pointer-fine:h-7', row: 'h-11 pointer-fine:h-8' }

/** Shows the vote at once. The server's response then replaces the score, or a failure reverts the vote. */
function useVote(target: VoteTarget, id: string, score: number) {
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
    const wish = nextVote(before, direction)
    show(wish, shownScore + scoreDifference(before, wish))
    try {
      const answer = await client.votes[target]({ id, vote_type: wish })
      show(answer.vote_type, answer.votes_score)
      setNews(`${OUTCOMES[answer.vote_type]}, ${pointsText(answer.votes_score)}`)
    } catch {
      show(before, shownScore)
      toastError('Error voting', 'Please try again later')
    } finally {
      setSaving(false)
    }
  }

  return { vote: mark?.vote_type ?? 0, score: shownScore, isSaving, news, press }
}

const OUTCOMES: Record<VoteType, string> = { 1: 'Voted up', [-1]: 'Voted down', 0: 'Vote removed' }
