/** Posts of a month or a year. */
export const BEST_SIZE = 5
/** Months that are shown each, this one included; what is older is in the years. */
export const BEST_MONTHS = 12
/** The best are looked for among so many of the highest score ever, and so many of the newest. */
export const BEST_WINDOW = 1000
