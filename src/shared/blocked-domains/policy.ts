/** Maximum length of a domain, as in the database (db/schema/moderation.sql). */
export const DOMAIN_MAX = 253

export const BLOCKED_WEBSITE = 'Links to this site are blocked on this forum.'
