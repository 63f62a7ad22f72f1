/** What the database takes (0040_maintained_content.sql). */
export const EVENT_TITLE_MAX = 150
export const EVENT_DESCRIPTION_MAX = 2000
export const PLACE_MAX = 200

/** What cursors call the orders of the lists: the soonest first, or the latest. */
export const EVENT_ORDERS = { upcoming: 'oldest', past: 'newest' } as const

/** An event that does not say when it ends is over after so many hours. */
export const HOURS_WITHOUT_END = 2
/** Events a page. */
export const EVENTS_PAGE = 20
/** Beside other things, as on the page of the community. */
export const EVENTS_AMONG_OTHERS = 3
/** Told to search engines. */
export const EVENTS_ANNOUNCED = 10
