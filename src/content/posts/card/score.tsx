import { Count } from '../../../ui/format/count.tsx'
import { pointsNoun } from '../../votes/points.ts'
import { useShownScore, type VoteTarget } from '../../votes/shown-score.ts'

/** Displays the score of a post or comment, updated by the viewer's votes elsewhere on the page. */
export function Score({ target, id, value }: { target: VoteTarget; id: string; value: number }) {
  const [score] = useShownScore(target, id, value)
  return (
    <span className="score">
      <Count value={score} /> {pointsNoun(score)}
    </span>
  )
}
