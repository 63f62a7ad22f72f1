/** Above this the badge says "99+": more would not fit, and says no more. */
export const UNREAD_CAP = 99
