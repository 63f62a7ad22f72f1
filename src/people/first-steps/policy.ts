export const FIRST_STEP_NAMES = ['people', 'concept', 'introduction'] as const
export type FirstStep = (typeof FIRST_STEP_NAMES)[number]

/** Number of people to follow as a first step. They are enough for a feed worth returning to. */
export const PEOPLE_TO_FOLLOW = 3
export const NEW_FOR_DAYS = 60
/** Suggestions come from the last SUGGESTED_ACTIVE_WINDOW actions within this number of days. */
export const SUGGESTED_ACTIVE_DAYS = 30
export const SUGGESTED_ACTIVE_WINDOW = 1000
