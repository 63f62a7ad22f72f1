/** Days to change one's mind (db/schema/accounts.sql). */
export const UNDO_DAYS = 7
/** Rows per transaction: writes of others to the same rows wait until it ends. */
export const BATCH = 100

export const LAST_ADMIN = 'You are the only admin. Make somebody else admin before you leave.'
export const UNDER_WAY = 'Your account is being deleted already.'
