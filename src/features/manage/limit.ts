import type { Limit } from '../../api/core/limited.ts'

/** A list is put in order in one go; a stolen session shall not empty the forum before somebody sees it. */
export const CURATING: Limit = {
  name: 'curating',
  account: { times: 120, seconds: 600 },
  address: { times: 300, seconds: 600 },
}
