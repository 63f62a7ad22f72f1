/** What better-auth serves of a sign-in's second half. */
export const VERIFY_CODE = '/two-factor/verify-totp'
export const VERIFY_RECOVERY_CODE = '/two-factor/verify-backup-code'

/** After ten wrong codes, one after the other, none is looked at for so long. */
export const LOCK_SECONDS = 900
