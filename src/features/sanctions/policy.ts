/** Characters. */
export const MESSAGE_LIMIT = 1000
/** Higher numbers would not limit anybody. */
export const PER_DAY_MAX = 100
/** Ten years. */
export const DAYS_MAX = 3650

export const DAYS_MISSING = `Please say for how many days: 1 to ${DAYS_MAX}, or for good.`
export const MESSAGE_MISSING = 'Please tell the member what this is about.'
export const MESSAGE_TOO_LONG = `A message to the member has at most ${MESSAGE_LIMIT} characters.`
export const REASON_MISSING = 'Please name a rule of this forum, or say why.'
export const ENDS_MISSING = 'Please say until when: a date, or null for good.'
export const ENDS_PAST = 'The end lies ahead.'
export const WARNING_ENDS = 'A warning ends when it is acknowledged.'
export const PER_DAY_MISSING = `Please say how much a day: 1 to ${PER_DAY_MAX}.`
export const PER_DAY_ELSEWHERE = 'Only a rate limit has a number.'
