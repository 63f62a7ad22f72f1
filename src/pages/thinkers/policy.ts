/** Maximum number of works shown per thinker. */
export const WORKS_SHOWN = 3
/** Maximum lengths, as in the database (db/schema/site.sql). */
export const THINKER_NAME_MAX = 100
export const FIELD_MAX = 150
export const BIOGRAPHY_MAX = 2000
export const WORKS_MAX = 20
export const WORK_MAX = 200
