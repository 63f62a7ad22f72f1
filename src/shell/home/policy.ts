/** Number of news items on the home page, which fit on one screen. /forum lists older posts. */
export const NEWS_SIZE = 8
/** Maximum number of discussions among the news. The rest are new posts. */
export const DISCUSSIONS_SHOWN = 6
/** Number of recently read and followed discussions to check for new comments, to limit the cost. */
export const DISCUSSIONS_WATCHED = 300
/** Age in days up to which an unread post counts as news. */
export const NEW_POST_DAYS = 14
