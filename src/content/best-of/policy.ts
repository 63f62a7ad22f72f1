export const BEST_SIZE = 5
export const BEST_MONTHS = 12
/** Candidates: this many of the top posts, and this many of the newest. */
export const BEST_WINDOW = 1000
