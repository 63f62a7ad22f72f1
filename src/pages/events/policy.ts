/** Limits of the database (db/schema/site.sql). */
export const EVENT_TITLE_MAX = 150
export const EVENT_DESCRIPTION_MAX = 2000
export const PLACE_MAX = 200

/** The orders of the lists as cursors name them: the soonest first, or the latest. */
export const EVENT_ORDERS = { upcoming: 'oldest', past: 'newest' } as const

/** An event without an end is over after so many hours. */
export const HOURS_WITHOUT_END = 2
export const EVENTS_PAGE = 20
/** On a page about something else, as that of the community. */
export const EVENTS_PREVIEWED = 3
/** Described to search engines. */
export const EVENTS_ANNOUNCED = 10
