/** What is counted of a day (0137_operation.sql). */
export const DAY_COUNTS = [
  'page_views',
  'members_active',
  'members_joined',
  'posts',
  'mails_sent',
  'mails_refused',
] as const
export type DayCount = (typeof DAY_COUNTS)[number]

/** Of a number: nothing to do, something soon, something now. */
export const STATES = ['fine', 'attention', 'problem'] as const

/** Where backups are kept: it was looked at, or not yet, or it cannot be. */
export const PLACES = ['read', 'unread', 'unreadable'] as const

/** Days that a chart shows; those before are forgotten a while later. */
export const DAYS = [30, 90] as const
export const DAYS_KEPT = 100

/** Jobs that send mail have names that begin so. */
export const MAIL_KINDS = 'send-'
/** Failed jobs that are shown; who has more has one cause more often than many. */
export const FAILED_SHOWN = 50
/** Tables and statements that are shown. */
export const TABLES_SHOWN = 8
export const STATEMENTS_SHOWN = 10

/** Seconds after which a node that writes its status every 30 is taken for away. */
export const NODE_AWAY_SECONDS = 100
/** Until then one that is away is a problem; afterwards somebody has looked, or it was meant. */
export const NODE_LOST_SECONDS = 3600
/** A message between nodes takes some ten milliseconds; readers notice a second. */
export const EVENT_LAG_MS = 1000
/** Work is begun within ten seconds; what waits longer waits for another try, or for a process that does jobs. */
export const JOB_LATE_SECONDS = 10 * 60
/** Mail that waits for ten minutes was refused four times; for an hour, and who signs up has gone away. */
export const MAIL_LATE_SECONDS = 10 * 60
export const MAIL_STUCK_SECONDS = 3600
/** As a share of the disk: a database that has no room left stops. */
export const DISK_LOW = 0.15
export const DISK_FULL = 0.05
/** Beyond what its schedule says a backup is late by four hours at most; of none within a week nobody can go back to what was said. */
export const BACKUP_LATE_SECONDS = 4 * 3600
export const BACKUP_OLD_SECONDS = 7 * 86_400
/** Below it most readers wait for a page to be made; above so many answers that it means something. */
export const HIT_RATE_LOW = 0.5
export const ANSWERS_THAT_TELL = 1000
/** Milliseconds: the slowest statement of a page takes a twentieth of it on two cores. */
export const STATEMENT_SLOW_MS = 250
/** Of mails of a day: above it a provider thinks of the sender as a bad one. */
export const REFUSALS_HIGH = 0.05
