export type VoteTarget = 'post' | 'comment'

/** What a vote has shown until the page has a newer score. */
export interface ShownScore {
  /** The page's own score at the time; nothing when it counts again whatever it is. */
  instead?: number
  score: number
}

export function shownScoreKey(target: VoteTarget, id: string) {
  return ['public', 'votes', target, id]
}
