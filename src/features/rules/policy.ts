/** What the database takes (0091_moderation.sql). */
export const RULE_TITLE_MAX = 100
export const RULE_TEXT_MAX = 2000
/** Nobody reads more, and nobody keeps them. */
export const RULES_MAX = 50
