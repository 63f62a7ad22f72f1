/** Members shown in each list: two columns of six, which fit on a screen. */
export const COMMUNITY_LIST = 12
/** Members count as most active by their contributions in this many days … */
export const MOST_ACTIVE_DAYS = 30
/** … but at most this many of the forum's newest contributions are counted, to limit the cost. */
export const MOST_ACTIVE_WINDOW = 5000
/** Number of avatars of recently active members. They fit in a row on a phone. */
export const FACES = 7
/** Number of newest contributions whose authors' avatars are considered. */
export const FACES_WINDOW = 200
/** Above this, the database's estimate is shown. Counting reads all rows, and "24k" hides the difference. */
export const COUNTED_EXACTLY = 20_000
/** Maximum of the contributions counted for a week. Counting stops there. */
export const WEEK_COUNTED = 10_000
