/** What is maintained, as the log of changes names it. */
export const KINDS = ['category', 'thinker', 'book', 'blog', 'event', 'rule', 'site', 'job'] as const
export type Kind = (typeof KINDS)[number]
export const ACTS = ['created', 'updated', 'deleted', 'retried', 'discarded'] as const

/** Changes a page: two screens of a phone. */
export const CHANGES_PAGE = 20

/** What the database takes (0040_maintained_content.sql). */
export const YEAR_MIN = 1
export const YEAR_MAX = 2100
