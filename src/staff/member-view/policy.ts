/** Entries per page of the history. */
export const HISTORY_PAGE = 20
export const NOTES_SHOWN = 100
export const LATEST_SHOWN = 20
/** Maximum characters of an excerpt from a member's text. */
export const LATEST_EXCERPT = 200
/** The outcomes of this many latest reports determine the weight of the next one (db/schema/reports.sql). */
export const WEIGHED_REPORTS = 100

export const NOTE_MISSING = 'Enter a note.'
export const NOTES_ABOUT_YOURSELF = 'You can’t see moderators’ notes about you. Other moderators can.'

/** Marks a truncated text with "…", which replaces the last word, because it may be incomplete. */
export function markTruncated(excerpt: string, limit: number): string {
  return excerpt.length < limit ? excerpt : excerpt.replace(/\s*\S*$/, '…')
}
