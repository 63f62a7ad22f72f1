/** One screenful. /forum has older news. */
export const NEWS_SIZE = 8
/** Maximum number of discussions. The rest are new posts. */
export const DISCUSSIONS_SHOWN = 6
/** Searches only the most recently read and followed discussions, to bound the cost. */
export const DISCUSSIONS_WATCHED = 300
/** Older unread posts are not news. */
export const NEW_POST_DAYS = 14
