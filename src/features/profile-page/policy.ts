/** Characters of a post or comment that a profile shows. */
export const EXCERPT_LENGTH = 300
