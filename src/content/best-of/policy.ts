export const BEST_SIZE = 5
export const BEST_MONTHS = 12
/** Number of highest-ranked posts, and also of newest posts, that are considered as "best of" candidates. */
export const BEST_WINDOW = 1000
