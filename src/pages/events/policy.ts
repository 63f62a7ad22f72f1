/** Maximum lengths, as in the database (db/schema/site.sql). */
export const EVENT_TITLE_MAX = 150
export const EVENT_DESCRIPTION_MAX = 2000
export const PLACE_MAX = 200

/** Order of each list, as named in cursors: upcoming events from the soonest, past ones from the latest. */
export const EVENT_ORDERS = { upcoming: 'oldest', past: 'newest' } as const

/** Hours after its start when an event without an end counts as over. */
export const HOURS_WITHOUT_END = 2
export const EVENTS_PAGE = 20
/** Number of events shown on other pages, such as the community page. */
export const EVENTS_PREVIEWED = 3
/** Number of events that the page describes to search engines. */
export const EVENTS_ANNOUNCED = 10
