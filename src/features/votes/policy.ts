/** Scores per request. Further ones wait for the next. */
export const SCORES_AT_ONCE = 50
