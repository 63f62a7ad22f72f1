import type { RateLimit } from '../../core/rate-limited.ts'

/** Kinds of items that curators maintain, as named in the log of changes. */
export const ITEM_KINDS = [
  'concept',
  'thinker',
  'book',
  'blog',
  'event',
  'rule',
  'site',
  'job',
  'webhook',
  'saved reply',
  'account',
  'watched word',
  'blocked mail',
  'import',
] as const
export type ItemKind = (typeof ITEM_KINDS)[number]
/** Capitalizes the first letter: "concept" → "Concept". */
export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

export const ACTS = ['created', 'updated', 'deleted', 'retried', 'discarded'] as const

/** Entries per page of the log of changes: two screens of a phone. */
export const CHANGES_PAGE = 20

/** Limits that the database also enforces (db/schema/site.sql). */
export const YEAR_MIN = 1
export const YEAR_MAX = 2100

/** Enough changes to tidy a whole list at once. Too few for a stolen session to empty the forum unnoticed. */
export const MANAGE_RATE_LIMIT: RateLimit = {
  name: 'curating',
  account: { times: 120, seconds: 600 },
  address: { times: 300, seconds: 600 },
}
