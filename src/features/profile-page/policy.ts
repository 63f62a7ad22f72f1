/** Characters of a post or comment that a profile shows. */
export const EXCERPT_LENGTH = 300

/** Newest posts of a member that their concepts and their best are taken from: whoever wrote more has a past of years. */
export const HIGHLIGHTED_AMONG = 1000
/** As many as one takes in at a glance. */
export const HIGHLIGHTED_POSTS = 3
export const HIGHLIGHTED_CONCEPTS = 8
