/** Number of items on a tab of a profile (spec, section 9). */
export const TAB_SIZE = 10

/** Minimum characters to search for members (spec, section 9). */
export const MEMBER_SEARCH_MIN = 3
/** Minimum characters to suggest members to mention. One is enough, because an index finds any prefix. */
export const MENTION_MIN = 1
export const MEMBER_SEARCH_MAX = 100
export const MEMBER_SEARCH_SIZE = 10
