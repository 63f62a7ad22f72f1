/** Maximum characters of a message to the sanctioned member. */
export const SANCTION_MESSAGE_LIMIT = 1000
/** Maximum texts per day that a rate limit can allow. A higher limit would hardly restrict anyone. */
export const PER_DAY_MAX = 100
/** Maximum days of a sanction: ten years. */
export const SANCTION_DAYS_MAX = 3650

export const DAYS_MISSING = `Enter a number of days from 1 to ${SANCTION_DAYS_MAX}, or choose permanent.`
export const MESSAGE_MISSING = 'Enter a message to the member.'
export const MESSAGE_TOO_LONG = `A message to the member can have at most ${SANCTION_MESSAGE_LIMIT} characters.`
export const ENDS_MISSING = 'Enter an end date, or null for permanent.'
export const ENDS_PAST = 'The end must be in the future.'
export const WARNING_ENDS = 'A warning can’t have an end date. It ends when it’s acknowledged.'
export const PER_DAY_MISSING = `Enter a daily limit from 1 to ${PER_DAY_MAX}.`
export const PER_DAY_ELSEWHERE = 'Only a rate limit can have a daily limit.'
