/** Days in which a member can cancel the deletion of their account (db/schema/accounts.sql). */
export const UNDO_DAYS = 7
/** Rows per transaction. Few, because other writes to the same rows wait until the transaction ends. */
export const DELETION_BATCH_SIZE = 100

export const LAST_ADMIN = 'You’re the only admin. Make someone else an admin before you delete your account.'
export const DELETION_RUNNING = 'Your account is already being deleted.'
