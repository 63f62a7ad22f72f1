/** Entries per page of the history. */
export const HISTORY_PAGE = 20
export const NOTES_SHOWN = 100
export const LATEST_SHOWN = 20
/** Characters of an excerpt. */
export const LATEST_EXCERPT = 200
/** A report's weight comes from this many of its reporter's latest reports (report_weight in db/schema/reports.sql). */
export const WEIGHED_REPORTS = 100

export const NOTE_MISSING = 'Enter a note.'
export const NOTES_ABOUT_YOURSELF = 'You can’t see moderators’ notes about you. Other moderators can.'

/** Replaces the last, possibly cut word of a full-length excerpt. */
export function markTruncated(excerpt: string, limit: number): string {
  return excerpt.length < limit ? excerpt : excerpt.replace(/\s*\S*$/, '…')
}
