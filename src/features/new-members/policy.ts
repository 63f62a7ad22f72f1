/** Texts of a new member that are reviewed where the site's choice is "strict". */
export const REVIEWED_TEXTS = 3

/** The same text was sent so many times by new members within a day. The next one is held. */
export const SAME_TEXTS = 3

/** So many new members linked to the same new site within a day. The text of the last one is held. */
export const SAME_SITE_MEMBERS = 3

/**
 * Latest posts, comments and notes that make a site known. They are looked through only after several new members linked to a site:
 * 10,000 short texts took 150 ms on a busy machine.
 */
export const KNOWN_TEXTS = 2000
