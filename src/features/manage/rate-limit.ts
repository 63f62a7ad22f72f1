import type { RateLimit } from '../../api/core/rate-limited.ts'

/** A list is put in order in one go; a stolen session shall not empty the forum before somebody sees it. */
export const MANAGE_RATE_LIMIT: RateLimit = {
  name: 'curating',
  account: { times: 120, seconds: 600 },
  address: { times: 300, seconds: 600 },
}
