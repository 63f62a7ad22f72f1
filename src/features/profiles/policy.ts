/** A tab of a profile is a glance, not an archive (spec, section 9). */
export const TAB_SIZE = 10
/** Characters of a post or comment that a profile shows. */
export const EXCERPT_LENGTH = 300

/** Fewer would find half of everybody (spec, section 9). */
export const MEMBER_SEARCH_MIN = 3
export const MEMBER_SEARCH_MAX = 100
/** Who is not among these is found by typing on. */
export const MEMBER_SEARCH_SIZE = 10

/** How somebody is called: the full name, else the username. */
export function nameOf({ full_name, username }: { full_name: string | null; username: string }): string {
  return full_name || username
}
