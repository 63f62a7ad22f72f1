export const BEST_SIZE = 5
export const BEST_MONTHS = 12
/** Candidates: this many posts of the highest score, and this many of the newest. */
export const BEST_WINDOW = 1000
