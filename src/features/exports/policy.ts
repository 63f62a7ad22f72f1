/** Days for which a file is kept (0126_exports.sql). */
export const KEPT_DAYS = 7
/** Hours in which one export is made. */
export const EVERY_HOURS = 24
/** Times that one is begun before it is left: what fails, or ends with its process. */
export const TRIES = 3
/** Rows that are read at a time, however many there are: a post can have 300 KB. */
export const ROWS_AT_ONCE = 50

export const EXPORT_STATES = ['waiting', 'making', 'ready', 'failed'] as const
export const ONE_A_DAY = 'You have asked for your data within 24 hours already.'
/** Of the format (docs/export.md): one more where a program that reads the last one would go wrong. */
export const FORMAT = 1
