/** Days until an export is deleted (db/schema/profiles.sql). */
export const KEPT_DAYS = 7
export const EVERY_HOURS = 24
/** Maximum attempts to create an export. An attempt counts even if its process was killed. */
export const TRIES = 3
/** Rows to read from the database at once. Few, because a post can have 300 KB. */
export const ROWS_AT_ONCE = 50

export const EXPORT_STATES = ['waiting', 'making', 'ready', 'failed'] as const
export const EXPORT_ONCE_A_DAY = 'You’ve already requested your data in the last 24 hours.'
/** Version of the export's format (docs/export.md). Incremented by each breaking change. */
export const EXPORT_FORMAT = 1
