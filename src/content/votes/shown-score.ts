import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'

export type VoteTarget = 'post' | 'comment'

interface ShownScore {
  /** Score in the page's data at the time of the vote. Undefined once that data is current again. */
  instead?: number
  score: number
}

function shownScoreKey(target: VoteTarget, id: string) {
  return ['public', 'votes', target, id]
}

/** Returns the score after a vote, and a setter. Cached across pages until the page's own score changes. */
export function useShownScore(target: VoteTarget, id: string, score: number) {
  const queryClient = useQueryClient()
  const queryKey = shownScoreKey(target, id)
  // The server renders pages without the viewer's votes.
  // biome-ignore lint/correctness/useHookAtTopLevel: constant within a build
  const data = import.meta.env.SSR ? undefined : useQuery<ShownScore>({ queryKey, queryFn: skipToken }).data
  const shown = data?.instead === score ? data.score : score
  const show = (newer: number) => queryClient.setQueryData(queryKey, { instead: score, score: newer })
  return [shown, show] as const
}

export function forgetShownScore(queryClient: QueryClient, target: 'post' | 'comment', id: string): void {
  queryClient.setQueryData<ShownScore>(shownScoreKey(target, id), (shown) => shown && { score: shown.score })
}
