/** What a new member may publish or begin in any 24 hours: more than a person's first days, less than spam needs. */
export const NEW_MEMBER_TURNS = { post: 3, comment: 20, note: 20, conversation: 3 } as const
export type Turn = keyof typeof NEW_MEMBER_TURNS

/** Days that the digest of a text is kept. */
export const FINGERPRINT_DAYS = 30

/** Things of a new member that are looked through for the sites they link to. */
export const REMEMBERED_THINGS = 50
