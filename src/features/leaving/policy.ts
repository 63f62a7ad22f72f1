/** Days in which whoever leaves can come back (0127_leaving.sql). */
export const UNDO_DAYS = 7
/** Rows in one transaction: what others write about the same things waits until it ends. */
export const BATCH = 100

export const LAST_ADMIN = 'You are the only admin. Make somebody else admin before you leave.'
export const UNDER_WAY = 'Your account is being deleted already.'
