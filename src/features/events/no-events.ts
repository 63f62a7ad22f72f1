/** Said where events would stand. */
export const NO_EVENTS = 'No events are scheduled.'
