import { Count } from '../../../ui/format/count.tsx'
import { pointsNoun } from '../../votes/points.ts'
import { useShownScore, type VoteTarget } from '../../votes/shown-score.ts'

interface Props {
  target: VoteTarget
  id: string
  /** As the page has it; a vote that was cast on another part of the page counts here as well. */
  value: number
}

/** The score of a post or comment where nobody votes on it. */
export function Score({ target, id, value }: Props) {
  const [score] = useShownScore(target, id, value)
  return (
    <span className="score">
      <Count value={score} /> {pointsNoun(score)}
    </span>
  )
}
