export const EXCERPT_LENGTH = 300

/** Number of the member's newest posts from which the highlights are taken. */
export const HIGHLIGHTED_AMONG = 1000
export const HIGHLIGHTED_POSTS = 3
export const HIGHLIGHTED_CONCEPTS = 8
