/** Number of a new member's first texts that need approval if the site setting is "strict". */
export const REVIEWED_TEXTS = 3

/** Number of copies of a text by new members within a day after which the next copy needs approval. */
export const SAME_TEXTS = 3

/** A link needs approval once this many new members linked to the same unknown site within a day. */
export const SAME_SITE_MEMBERS = 3

/** Number of latest posts, comments and notes to search for links to a site. With 10,000, it took 150 ms. */
export const KNOWN_TEXTS = 2000
