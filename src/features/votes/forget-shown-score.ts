import type { QueryClient } from '@tanstack/react-query'
import { type ShownScore, shownScoreKey } from './shown-score.ts'

/** The page's own score is the newer one: it was just read. */
export function forgetShownScore(queryClient: QueryClient, target: 'post' | 'comment', id: string): void {
  queryClient.setQueryData<ShownScore>(shownScoreKey(target, id), (shown) => shown && { score: shown.score })
}
