/** db/schema/profiles.sql. */
export const KEPT_DAYS = 7
export const EVERY_HOURS = 24
/** Attempts, including those of killed processes. */
export const TRIES = 3
/** Rows per fetch: a post can have 300 KB. */
export const ROWS_AT_ONCE = 50

export const EXPORT_STATES = ['waiting', 'making', 'ready', 'failed'] as const
export const EXPORT_ONCE_A_DAY = 'You’ve already requested your data in the last 24 hours.'
/** Version of the format (docs/export.md); incremented by breaking changes. */
export const EXPORT_FORMAT = 1
