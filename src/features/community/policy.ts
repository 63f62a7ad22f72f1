/** Members in each list: two columns of six fit a screen. */
export const COMMUNITY_LIST = 12
/** The most active members are those with the most contributions in so many days … */
export const ACTIVE_DAYS = 30
/** … and among so many of the newest contributions, which bounds the cost on a large forum. */
export const ACTIVE_WINDOW = 5000
/** A row of avatars on a phone. */
export const FACES = 7
/** The newest contributions that are searched for them. */
export const FACES_WINDOW = 200
/** Larger numbers are the database's estimate. Nobody sees the difference in "24k", and counting reads all rows. */
export const COUNTED_EXACTLY = 20_000
/** The limit of the number for a week. */
export const WEEK_COUNTED = 10_000
