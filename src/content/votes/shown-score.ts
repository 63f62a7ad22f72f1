import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'

export type VoteTarget = 'post' | 'comment'

interface ShownScore {
  /** The page's score at the time of the vote. Undefined if the page's score is current again. */
  instead?: number
  score: number
}

function shownScoreKey(target: VoteTarget, id: string) {
  return ['public', 'votes', target, id]
}

/** Stores the score after a vote in the query cache, until the page's own score changes. Survives navigation. */
export function useShownScore(target: VoteTarget, id: string, score: number) {
  const queryClient = useQueryClient()
  const queryKey = shownScoreKey(target, id)
  // The server renders without votes.
  // biome-ignore lint/correctness/useHookAtTopLevel: constant within a build
  const data = import.meta.env.SSR ? undefined : useQuery<ShownScore>({ queryKey, queryFn: skipToken }).data
  const shown = data?.instead === score ? data.score : score
  const show = (newer: number) => queryClient.setQueryData(queryKey, { instead: score, score: newer })
  return [shown, show] as const
}

export function forgetShownScore(queryClient: QueryClient, target: 'post' | 'comment', id: string): void {
  queryClient.setQueryData<ShownScore>(shownScoreKey(target, id), (shown) => shown && { score: shown.score })
}
