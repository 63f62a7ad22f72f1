import type { RateLimit } from '../../core/rate-limited.ts'

/** Number of addresses that must wait at the same time, and for how many milliseconds, to count as a flood. */
export const CROWD = 60
export const CROWD_MS = 2000
/** Milliseconds for which a flood lasts. Then guests are let through, and a continuing flood starts it again. */
export const FLOOD_MS = 5 * 60_000

/** Seconds for which a pass is valid. */
export const PASS_TTL = 7 * 24 * 60 * 60
/** Requests per pass that are not cached. One pass gets at most a fiftieth of the guests' share of two cores. */
export const PASS_RATE_LIMIT: RateLimit = {
  name: 'guest pass',
  account: { times: 100, seconds: 60 },
  address: { times: 1000, seconds: 60 },
}
/** Limits challenges and solutions together. A school class that shares an IP address can solve 60. */
export const GUEST_CHECK_RATE_LIMIT: RateLimit = {
  name: 'guest check',
  address: { times: 120, seconds: 60 },
}

export const GUEST_CHECK = '/api/guest-check'
export const GUEST_CHECK_MESSAGE =
  'Too many crawlers are reading the forum. Reload the page. Programs can use an access token.'

/** What is counted: refusals without a pass, passes, wrong solutions, and requests of verified search engines. */
export type GuestCheckOutcome = 'guests_checked' | 'checks_solved' | 'checks_refused' | 'search_engine_reads'
