/** Maximum number of scores per request. Clients request more scores with the next request. */
export const SCORES_PER_REQUEST = 50
