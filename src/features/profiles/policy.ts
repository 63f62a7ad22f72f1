/** A tab of a profile is a glance, not an archive (spec, section 9). */
export const TAB_SIZE = 10

/** Fewer would find half of everybody (spec, section 9). */
export const MEMBER_SEARCH_MIN = 3
export const MEMBER_SEARCH_MAX = 100
/** Who is not among these is found by typing on. */
export const MEMBER_SEARCH_SIZE = 10
