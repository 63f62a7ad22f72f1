/** Members shown in each list: two columns of six, which fit on a screen. */
export const COMMUNITY_LIST = 12
/** Days whose contributions decide which members are the most active. */
export const MOST_ACTIVE_DAYS = 30
/** Maximum number of recent contributions counted for the most active members, to limit the cost. */
export const MOST_ACTIVE_WINDOW = 5000
/** Number of avatars of recently active members. They fit in a row on a phone. */
export const FACES = 7
/** Number of the newest contributions whose authors' avatars can be shown. */
export const FACES_WINDOW = 200
/** Above this, the database's estimate is shown. Counting reads all rows, and "24k" hides the difference. */
export const COUNTED_EXACTLY = 20_000
/** Maximum number of contributions counted for a week. */
export const WEEK_COUNTED = 10_000
