/** Of each thinker; more is a bibliography. */
export const WORKS_SHOWN = 3
/** A screenful of articles to come. */
export const SKELETONS = 4
/** What the database takes (0040_maintained_content.sql). A biography of 2,000 characters is a page. */
export const THINKER_NAME_MAX = 100
export const FIELD_MAX = 150
export const BIOGRAPHY_MAX = 2000
export const WORKS_MAX = 20
export const WORK_MAX = 200
