export const FIRST_STEP_NAMES = ['people', 'concept', 'introduction'] as const
export type FirstStep = (typeof FIRST_STEP_NAMES)[number]

/** Number of people a new member should follow. Fewer wouldn't fill a feed that is worth returning to. */
export const PEOPLE_TO_FOLLOW = 3
export const NEW_FOR_DAYS = 60
/** Suggests the authors of the latest texts: at most SUGGESTED_ACTIVE_WINDOW texts, from this many days. */
export const SUGGESTED_ACTIVE_DAYS = 30
export const SUGGESTED_ACTIVE_WINDOW = 1000
