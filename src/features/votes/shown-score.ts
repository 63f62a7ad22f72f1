import type { QueryClient } from '@tanstack/react-query'

/** What a vote has shown until the page has a newer score. */
export interface ShownScore {
  /** The page's own score at the time; nothing when it counts again whatever it is. */
  instead?: number
  score: number
}

export function shownScoreKey(target: 'post' | 'comment', id: string) {
  return ['public', 'votes', target, id]
}

/** The page's own score is the newer one: it was just read. */
export function forgetShownScore(queryClient: QueryClient, target: 'post' | 'comment', id: string): void {
  queryClient.setQueryData<ShownScore>(shownScoreKey(target, id), (shown) => shown && { score: shown.score })
}
