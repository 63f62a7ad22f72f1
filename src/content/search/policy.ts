/** The first is the default. */
export const SEARCH_KINDS = ['posts', 'comments', 'notes', 'people'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

/** Larger counts are shown as "100+". */
export const COUNT_LIMIT = 100

export const RESULTS_PAGE = 20
