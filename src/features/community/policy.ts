/** People of a list: two columns of six fit a screen. */
export const COMMUNITY_LIST = 12
/** Who is active: by what they wrote in so many days … */
export const ACTIVE_DAYS = 30
/** … among so many contributions, the newest: a large forum counts no further back, and takes no longer. */
export const ACTIVE_WINDOW = 5000
