/** Scores per request. Further ids wait for the next request. */
export const SCORES_AT_ONCE = 50
