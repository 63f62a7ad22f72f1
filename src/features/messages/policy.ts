/** Characters. */
export const MESSAGE_LIMIT = 4000
/** Messages a page: several screens. */
export const MESSAGE_PAGE = 50
export const CONVERSATION_PAGE = 30
/** Characters of the last message in the list. */
export const LAST_MESSAGE_EXCERPT = 120
/** The badge shows at most "99+". */
export const UNREAD_COUNTED = 100

export const MESSAGE_EMPTY = 'A message needs some words.'
