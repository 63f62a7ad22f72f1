/** What better-auth serves of a sign-in's second half. */
export const VERIFY_CODE = '/two-factor/verify-totp'
export const VERIFY_RECOVERY_CODE = '/two-factor/verify-backup-code'

/** After so many wrong codes in a row, none is checked for LOCK_SECONDS. */
export const MAX_FAILED_ATTEMPTS = 10
export const LOCK_SECONDS = 900
