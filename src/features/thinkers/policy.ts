/** Of each thinker; more is a bibliography. */
export const WORKS_SHOWN = 3
/** A screenful of articles to come. */
export const SKELETONS = 4
