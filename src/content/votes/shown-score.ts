import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'

export type VoteTarget = 'post' | 'comment'

interface ShownScore {
  /** Outdated score in the page's data, replaced by `score`. Undefined once the data is current again. */
  instead?: number
  score: number
}

function shownScoreKey(target: VoteTarget, id: string) {
  return ['public', 'votes', target, id]
}

/** Returns the score to show, and a setter for it. A set score applies until the page's data changes. */
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
