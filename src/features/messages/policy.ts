/** Characters; a message longer than this is a post. */
export const MESSAGE_LIMIT = 4000
/** Messages a page: some screens full, so that scrolling back seldom waits. */
export const MESSAGE_PAGE = 50
/** Conversations a page: more than fit on a screen. */
export const CONVERSATION_PAGE = 30
/** Characters of the last message in the list, which has one line for it. */
export const LAST_MESSAGE_EXCERPT = 120
/** Nobody counts further: the badge says "99+". */
export const UNREAD_COUNTED = 100

export const MESSAGE_EMPTY = 'A message needs some words.'
