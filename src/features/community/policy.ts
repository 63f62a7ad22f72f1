/** People of a list: two columns of six fit a screen. */
export const COMMUNITY_LIST = 12
/** Who is active: by what they wrote in so many days … */
export const ACTIVE_DAYS = 30
/** … among so many contributions, the newest: a large forum counts no further back, and takes no longer. */
export const ACTIVE_WINDOW = 5000
/** Faces of a row that a phone has room for. */
export const FACES = 7
/** Among so many of the newest acts their people are looked for. */
export const FACES_WINDOW = 200
/** From here on the database's own estimate is told: nobody sees the difference in "24k", and counting takes as long as there are rows. */
export const COUNTED_EXACTLY = 20_000
/** What was written in a week is counted no further. */
export const WEEK_COUNTED = 10_000
