/** Maximum characters of a message. */
export const MESSAGE_LIMIT = 4000
/** Messages per page, enough for several screens. */
export const MESSAGE_PAGE = 50
export const CONVERSATION_PAGE = 30
/** Maximum characters of the last message in the list. */
export const LAST_MESSAGE_EXCERPT = 120
/** Maximum number of counted messages. The badge then shows "99+". */
export const UNREAD_COUNTED = 100

export const MESSAGE_EMPTY = 'Enter a message.'
