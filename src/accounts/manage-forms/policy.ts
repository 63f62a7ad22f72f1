import type { RateLimit } from '../../core/rate-limited.ts'

/** Kinds of maintained items, as the log of changes names them. */
export const ITEM_KINDS = ['concept', 'thinker', 'book', 'blog', 'event', 'rule', 'site', 'job'] as const
export type ItemKind = (typeof ITEM_KINDS)[number]
/** "concept" → "Concept" */
export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

export const ACTS = ['created', 'updated', 'deleted', 'retried', 'discarded'] as const

/** Changes a page: two screens of a phone. */
export const CHANGES_PAGE = 20

/** Limits of the database (db/schema/site.sql). */
export const YEAR_MIN = 1
export const YEAR_MAX = 2100

/** Enough to sort a list in one go. Too few for a stolen session to empty the forum unnoticed. */
export const MANAGE_RATE_LIMIT: RateLimit = {
  name: 'curating',
  account: { times: 120, seconds: 600 },
  address: { times: 300, seconds: 600 },
}
