import type { RateLimit } from '../../api/core/rate-limited.ts'

/** Whoever has more than this to say at once publishes what nobody can read; a class at school writes together. */
export const POST_RATE_LIMIT: RateLimit = {
  name: 'posts',
  act: 'posting',
  account: { times: 10, seconds: 3600 },
  address: { times: 60, seconds: 3600 },
}
/** Corrections come in series; a program that rewrites does not get far. */
export const POST_EDIT_RATE_LIMIT: RateLimit = {
  name: 'post edits',
  account: { times: 60, seconds: 600 },
  address: { times: 300, seconds: 600 },
}
/** Visitors count, too: ten pages a second are no people. */
export const VIEW_RATE_LIMIT: RateLimit = { name: 'views', address: { times: 600, seconds: 60 } }
