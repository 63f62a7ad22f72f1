import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'

export type VoteTarget = 'post' | 'comment'

/** What a vote has shown until the page has a newer score. */
interface ShownScore {
  /** The page's own score at the time; nothing when it counts again whatever it is. */
  instead?: number
  score: number
}

function shownScoreKey(target: VoteTarget, id: string) {
  return ['public', 'votes', target, id]
}

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

/** The page's own score is the newer one: it was just read. */
export function forgetShownScore(queryClient: QueryClient, target: 'post' | 'comment', id: string): void {
  queryClient.setQueryData<ShownScore>(shownScoreKey(target, id), (shown) => shown && { score: shown.score })
}
