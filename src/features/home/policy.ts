/** One screen. Older news are on /forum. */
export const NEWS_SIZE = 8
/** The most discussions among the news; the others are new posts. */
export const DISCUSSIONS_SHOWN = 6
/** Only the last read and followed discussions are searched, which bounds the cost. */
export const DISCUSSIONS_WATCHED = 300
/** An older unread post is not news. */
export const NEW_POST_DAYS = 14
