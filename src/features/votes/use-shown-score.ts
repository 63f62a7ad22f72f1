import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ShownScore, shownScoreKey, type VoteTarget } from './shown-score.ts'

/**
 * The score to show: that of the page, until a vote gave a newer one. It is kept beside the page's data, so that it is
 * still there when somebody comes back to the list, and holds until the page's own score changes.
 */
export function useShownScore(target: VoteTarget, id: string, score: number) {
  const queryClient = useQueryClient()
  const queryKey = shownScoreKey(target, id)
  // As with what only the viewer sees: nobody has voted on the page that the server makes.
  // biome-ignore lint/correctness/useHookAtTopLevel: the same in every rendering of a build
  const data = import.meta.env.SSR ? undefined : useQuery<ShownScore>({ queryKey, queryFn: skipToken }).data
  const shown = data?.instead === score ? data.score : score
  const show = (newer: number) => queryClient.setQueryData(queryKey, { instead: score, score: newer })
  return [shown, show] as const
}
