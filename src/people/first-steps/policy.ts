export const FIRST_STEP_NAMES = ['people', 'concept', 'introduction'] as const
export type FirstStep = (typeof FIRST_STEP_NAMES)[number]

/** Enough for a feed worth coming back to. */
export const PEOPLE_TO_FOLLOW = 3
export const NEW_FOR_DAYS = 60
/** Suggestions come from the activity of these days, up to SUGGESTED_ACTIVE_WINDOW entries. */
export const SUGGESTED_ACTIVE_DAYS = 30
export const SUGGESTED_ACTIVE_WINDOW = 1000
