/** Counts per day (db/schema/operations.sql). */
export const DAY_COUNTS = [
  'page_views',
  'members_active',
  'members_joined',
  'posts',
  'mails_sent',
  'mails_refused',
] as const
export type DayCount = (typeof DAY_COUNTS)[number]

export const STATES = ['fine', 'attention', 'problem'] as const

export const PLACES = ['read', 'unread', 'unreadable'] as const

/** Days of a chart, and days until counts are deleted. */
export const DAYS = [30, 90] as const
export const DAYS_KEPT = 100

export const MAIL_KINDS = 'send-'
/** Limit of failed jobs in the list. More usually have one cause. */
export const FAILED_SHOWN = 50
export const TABLES_SHOWN = 8
export const STATEMENTS_SHOWN = 10

/** Nodes write their status every 30 seconds. */
export const NODE_AWAY_SECONDS = 100
/** Before, a missing node is a problem; later it was probably stopped on purpose. */
export const NODE_LOST_SECONDS = 3600
/** A message between nodes takes about ten milliseconds. Readers notice a second. */
export const EVENT_LAG_MS = 1000
/** Jobs start within ten seconds. */
export const JOB_LATE_SECONDS = 10 * 60
/** After ten minutes a mail was tried four times. After an hour a new member has given up. */
export const MAIL_LATE_SECONDS = 10 * 60
export const MAIL_STUCK_SECONDS = 3600
/** Share of free space. A full disk stops the database. */
export const DISK_LOW = 0.15
export const DISK_FULL = 0.05
/** A late backup, and an old one: after a week, a restore would lose too much. */
export const BACKUP_LATE_SECONDS = 4 * 3600
export const BACKUP_OLD_SECONDS = 7 * 86_400
/** Below this share most readers wait. Fewer answers say nothing. */
export const HIT_RATE_LOW = 0.5
export const CACHE_ANSWERS_MIN = 1000
/** Milliseconds: the slowest statement of a page takes a twentieth on two cores. */
export const STATEMENT_SLOW_MS = 250
/** Share of a day's mails, above which providers distrust the sender. */
export const REFUSALS_HIGH = 0.05
