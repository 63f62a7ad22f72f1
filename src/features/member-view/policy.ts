/** Lines of a member's history on a page. */
export const HISTORY_PAGE = 20
/** Notes that are shown; who needs more of them has other troubles. */
export const NOTES_SHOWN = 100
/** The latest things of a member, and the letters of each. */
export const LATEST_SHOWN = 20
export const LATEST_EXCERPT = 200
/** As many of a member's reports as their weight is made of (report_weight in 0094_reports.sql). */
export const WEIGHED_REPORTS = 100

export const NOTE_MISSING = 'Please write something.'
export const ABOUT_YOURSELF = 'You can’t see what moderators note about you. Other moderators can.'
