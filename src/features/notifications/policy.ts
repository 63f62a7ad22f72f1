/** The panel shows the newest, and a page holds as many (spec, section 9). */
export const NOTIFICATION_LIMIT = 20

/** Above this the badge says "99+": more would not fit, and says no more. */
export const UNREAD_CAP = 99
