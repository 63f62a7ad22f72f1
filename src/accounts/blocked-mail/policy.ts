/** Limit that the database also enforces (db/schema/access.sql). */
export const BLOCKED_MAIL_MAX = 1000
/** Matching members are counted up to this number. */
export const COUNTED_MEMBERS = 1000

export const NO_ADDRESS = 'Enter an email address, or a domain like “example.org”.'
/** Also shown to newcomers, so it does not say who or what is blocked. */
export const ADDRESS_BLOCKED = 'You can’t use this email address here. Use another one.'
