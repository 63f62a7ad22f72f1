/** Kinds of content that can be reported. The id of a reported profile is the member's id. */
export const REPORTED_KINDS = ['post', 'comment', 'note', 'profile', 'message'] as const
export type ReportedKind = (typeof REPORTED_KINDS)[number]

export const REPORT_REASONS = ['spam', 'abuse', 'private', 'illegal', 'off_topic', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** Maximum characters of the reporter's comment. */
export const REPORT_COMMENT_LIMIT = 1000

/** Maximum reports per member in any 24 hours. */
export const REPORTS_A_DAY = 20

/** Number and total weight of reports that hide a new member's text. A member's first report weighs 0.5. */
export const HIDE_THRESHOLD = { reporters: 3, weight: 1.5 } as const

/** Reports per page. Report buttons only check the first page for a report of their content. */
export const REPORT_PAGE = 100

export const REPORT_OUTCOMES = ['upheld', 'rejected', 'moot'] as const
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number]

export const REPORT_REASON_MISSING = 'Please choose a reason.'

export const REASON_NAMES: Record<ReportReason, string> = {
  spam: 'Spam or advertising',
  abuse: 'Insults, threats or harassment',
  private: 'Someone’s private information',
  illegal: 'Illegal content',
  off_topic: 'Off-topic',
  other: 'Something else',
}
