/** Kinds of search results. The first one is the default. */
export const SEARCH_KINDS = ['posts', 'comments', 'notes', 'people'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

/** Results are counted up to this number. Larger counts are displayed as "100+". */
export const COUNT_LIMIT = 100

export const RESULTS_PAGE = 20
