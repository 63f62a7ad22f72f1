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

/** Days that a chart shows; those before are forgotten a while later. */
export const DAYS = [30, 90] as const
export const DAYS_KEPT = 100
