/** Number of a new member's texts that are reviewed if the site setting is "strict". */
export const REVIEWED_TEXTS = 3

/** After this many copies by new members within a day, the next copy is held for approval. */
export const SAME_TEXTS = 3

/** A text is held for approval if this many new members linked to the same new site within a day. */
export const SAME_SITE_MEMBERS = 3

/** A site is known if one of this many latest texts links to it. Searching 10,000 short texts took 150 ms. */
export const KNOWN_TEXTS = 2000
