/** So many were voted on while a page gathered what it hears; the others come with the next. */
export const SCORES_AT_ONCE = 50
