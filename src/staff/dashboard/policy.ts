import type { RateLimit } from '../../core/rate-limited.ts'

/** Kinds of events that are counted per day (db/schema/operations.sql). */
export const DAY_COUNTS = [
  'page_views',
  'members_active',
  'members_joined',
  'posts',
  'mails_sent',
  'mails_refused',
  'guests_checked',
  'checks_solved',
  'checks_refused',
  'search_engine_reads',
] as const
export type DayCount = (typeof DAY_COUNTS)[number]

export const STATES = ['fine', 'attention', 'problem'] as const

export const PLACES = ['read', 'unread', 'unreadable'] as const

/** Periods of the charts in days, and the number of days after which counts are deleted. */
export const DAYS = [30, 90] as const
export const DAYS_KEPT = 100

/** Ten tests are enough to correct a mail server's settings. More could get its sender blocked. */
export const TEST_EMAIL_RATE_LIMIT: RateLimit = {
  name: 'test email',
  account: { times: 10, seconds: 600 },
  address: { times: 30, seconds: 600 },
}

/** Where emails go: to a mail server, or to a folder because SMTP_URL is not set. */
export const MAIL_GOES = ['smtp', 'outbox'] as const
export const MAIL_KINDS = 'send-'
/** Maximum number of failed jobs in the list. If there are more, they usually have the same cause. */
export const FAILED_SHOWN = 50
export const TABLES_SHOWN = 8
export const STATEMENTS_SHOWN = 10

/** Seconds without a saved status until a node counts as missing. Nodes save it every 30 seconds. */
export const NODE_AWAY_SECONDS = 100
/** Seconds during which a missing node counts as a problem. Later, it was probably stopped on purpose. */
export const NODE_LOST_SECONDS = 3600
/** Delay of a message between nodes from which readers notice it. Normally, it is about ten milliseconds. */
export const EVENT_LAG_MS = 1000
/** Waiting time after which a job indicates a problem. Normally, jobs start within ten seconds. */
export const JOB_LATE_SECONDS = 10 * 60
/** Ages of unsent mail for a warning (four attempts have failed) and a problem (new members give up). */
export const MAIL_LATE_SECONDS = 10 * 60
export const MAIL_STUCK_SECONDS = 3600
/** Shares of free disk space that cause a warning and a problem. PostgreSQL stops when the disk is full. */
export const DISK_LOW = 0.15
export const DISK_FULL = 0.05
/** Seconds after its scheduled time when a backup is late, and age of the newest that causes a problem. */
export const BACKUP_LATE_SECONDS = 4 * 3600
export const BACKUP_OLD_SECONDS = 7 * 86_400
/** Age of an open case that causes a warning. Members expect a decision within a few days. */
export const CASE_OLD_SECONDS = 3 * 86_400
/** Share of responses from the cache below which there is a warning, and the minimum number of responses. */
export const HIT_RATE_LOW = 0.5
export const CACHE_ANSWERS_MIN = 1000
/** Mean duration that causes a warning: 20 times that of the slowest statement of a page, on two cores. */
export const STATEMENT_SLOW_MS = 250
/** Share of mails refused today that causes a warning, because mail providers then distrust the sender. */
export const REFUSALS_HIGH = 0.05
/** Guests without a pass from which on it is unlikely that none of them was a person. */
export const GUESTS_CHECKED_MIN = 1000
