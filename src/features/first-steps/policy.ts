/** What a new member is led to, in this order. */
export const STEPS = ['people', 'concept', 'introduction'] as const
export type Step = (typeof STEPS)[number]

/** So many make a feed that is worth coming back for. */
export const PEOPLE_TO_FOLLOW = 3
/** Whoever has been here for longer has found their own way. */
export const NEW_FOR_DAYS = 60
/** Those who wrote lately are suggested: this many days back, and so many of their acts at most are looked at. */
export const ACTIVE_DAYS = 30
export const ACTIVE_WINDOW = 1000
