/** Members per list: two columns of six fit on a screen. */
export const COMMUNITY_LIST = 12
/** The most active members have the most contributions in this many days … */
export const MOST_ACTIVE_DAYS = 30
/** … among this many of the newest contributions. The limit bounds the cost on a large forum. */
export const MOST_ACTIVE_WINDOW = 5000
/** Avatars that fit in a row on a phone. */
export const FACES = 7
/** Newest contributions to take these avatars from. */
export const FACES_WINDOW = 200
/** Above this, the count is the database's estimate. "24k" hides the difference, and an exact count reads all rows. */
export const COUNTED_EXACTLY = 20_000
/** Upper limit of the weekly count. */
export const WEEK_COUNTED = 10_000
