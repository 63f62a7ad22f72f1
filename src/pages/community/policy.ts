/** Members shown in each list: two columns of six, which fit on a screen. */
export const COMMUNITY_LIST = 12
/** Number of past days whose contributions determine the most active members. */
export const MOST_ACTIVE_DAYS = 30
/** Maximum number of recent contributions counted for the most active members, to limit the cost. */
export const MOST_ACTIVE_WINDOW = 5000
/** Number of avatars of recently active members. They fit in a row on a phone. */
export const FACES = 7
/** Number of the newest contributions to search for recently active members, to limit the cost. */
export const FACES_WINDOW = 200
/** Larger counts are estimated, because counting reads all rows. Shown as "24k", they look the same. */
export const COUNTED_EXACTLY = 20_000
/** Maximum number of contributions of the last week to count, to limit the cost. */
export const WEEK_COUNTED = 10_000
