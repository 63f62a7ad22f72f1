/** What a search goes through. The first is what everybody means who says nothing. */
export const KINDS = ['posts', 'comments', 'notes', 'people'] as const
export type Kind = (typeof KINDS)[number]

/** Nobody reads more of them one by one: "100+". */
export const COUNT_LIMIT = 100

/** Comments, notes or members a page. */
export const RESULTS_PAGE = 20
