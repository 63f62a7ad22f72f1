import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../db/types.ts'
import { SEARCH_WORDS } from '../policy.ts'

/** The search with corrected spelling, except phrases and excluded words. Undefined: nothing to correct. */
export async function nearestSpelling(db: Kysely<DB>, search: string): Promise<string | undefined> {
  const words = wordsOf(search).slice(0, SEARCH_WORDS)
  if (words.length === 0) return undefined
  const { rows } = await sql<{ word: string; nearest: string | null }>`
    select word, nearest_word(word) as nearest from unnest(${words}::text[]) as word`.execute(db)
  const nearest = new Map(rows.map(({ word, nearest }) => [word, nearest]))
  const spelt = search.replace(WORD, (word) => nearest.get(word) ?? word)
  return spelt === search ? undefined : spelt
}

/** Counts the words written and deleted since the last call. A new word is suggested only afterwards. */
export async function countSearchWords(db: Kysely<DB>): Promise<void> {
  const fold = sql<{ folded: number }>`select fold_search_words(${FOLDED_AT_ONCE}) as folded`
  while (((await fold.execute(db)).rows[0]?.folded ?? 0) >= FOLDED_AT_ONCE);
}

/** Changes in one transaction, which takes half a second. */
const FOLDED_AT_ONCE = 2000

/** Without words after a minus, which excludes them. */
const WORD = /(?<![\p{L}\p{M}\p{N}]|(?<!\S)-)[\p{L}\p{M}\p{N}]{4,}/gu
const QUOTED = /["“”„«»]/

function wordsOf(search: string): string[] {
  return QUOTED.test(search) ? [] : [...new Set(search.match(WORD))]
}
