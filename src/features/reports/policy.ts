/** What can be reported: a profile by the id of its member. */
export const REPORTED_KINDS = ['post', 'comment', 'note', 'profile', 'message'] as const
export type ReportedKind = (typeof REPORTED_KINDS)[number]

export const REPORT_REASONS = ['spam', 'abuse', 'private', 'illegal', 'off_topic', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** Letters of what a reporter adds. */
export const REPORT_WORDS_LIMIT = 1000

/** Reports of one member in any 24 hours. */
export const REPORTS_A_DAY = 20

/**
 * So many established members, of together such weight, hide what a new member wrote until a moderator looks. Three whose reports
 * were never decided on weigh 1.5.
 */
export const HIDING = { reporters: 3, weight: 1.5 } as const

/** On a page of one's own; the page marks what is among the first as reported. */
export const REPORT_PAGE = 100

export const OUTCOMES = ['upheld', 'rejected', 'moot'] as const
export type Outcome = (typeof OUTCOMES)[number]

export const REASON_MISSING = 'Please choose a reason.'

/** As a reporter chooses between them, and as moderators read them. */
export const REASON_NAMES: Record<ReportReason, string> = {
  spam: 'Spam or advertising',
  abuse: 'Insults, threats or harassment',
  private: 'Somebody’s private information',
  illegal: 'Against the law',
  off_topic: 'Has nothing to do with the topic',
  other: 'Something else',
}
