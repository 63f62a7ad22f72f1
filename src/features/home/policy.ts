/** As many as fill a screen: what is new beyond them is on /forum. */
export const NEWS_SIZE = 8
/** Of them discussions that the member has read or follows; the others are new posts. */
export const DISCUSSIONS_SHOWN = 6
/** Discussions that were read or followed before these are looked at no more: it bounds what the list costs. */
export const DISCUSSIONS_WATCHED = 300
/** A post that nobody has opened for longer is no news. */
export const NEW_POST_DAYS = 14
