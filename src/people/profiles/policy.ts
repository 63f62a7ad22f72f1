/** Items on a tab of a profile (spec, section 9). */
export const TAB_SIZE = 10

/** Minimum characters of a member search (spec, section 9). */
export const MEMBER_SEARCH_MIN = 3
/** Minimum characters of a mention. An index finds prefixes of any length. */
export const MENTION_MIN = 1
export const MEMBER_SEARCH_MAX = 100
export const MEMBER_SEARCH_SIZE = 10
