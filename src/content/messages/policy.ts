/** Maximum characters per message. */
export const MESSAGE_LIMIT = 4000
/** Number of messages per page, enough for several screens. */
export const MESSAGE_PAGE = 50
export const CONVERSATION_PAGE = 30
/** Maximum characters of a conversation's last message in the list of conversations. */
export const LAST_MESSAGE_EXCERPT = 120
/** Unread messages are counted up to this number. The badge then shows "99+". */
export const UNREAD_COUNTED = 100

export const MESSAGE_EMPTY = 'Enter a message.'
