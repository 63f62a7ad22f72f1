/** Scores per request. Further ids wait for the next request. */
export const SCORES_PER_REQUEST = 50
