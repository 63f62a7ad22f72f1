/** A tab of a profile is a glance, not an archive (spec, section 9). */
export const TAB_SIZE = 10

/** Fewer would find half of everybody (spec, section 9). */
export const MEMBER_SEARCH_MIN = 3
/** Of a mention that is being typed: names are looked up by their beginnings, which an index answers at any length. */
export const MENTION_MIN = 1
export const MEMBER_SEARCH_MAX = 100
/** Who is not among these is found by typing on. */
export const MEMBER_SEARCH_SIZE = 10
