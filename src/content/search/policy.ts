/** The first is the default. */
export const KINDS = ['posts', 'comments', 'notes', 'people'] as const
export type Kind = (typeof KINDS)[number]

/** Larger counts are shown as "100+". */
export const COUNT_LIMIT = 100

export const RESULTS_PAGE = 20
