import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../db/types.ts'
import { SEARCH_WORDS } from '../policy.ts'

/** Corrects a search's spelling, except excluded words. Undefined if unchanged or if it quotes a phrase. */
export async function nearestSpelling(db: Kysely<DB>, search: string): Promise<string | undefined> {
  const words = wordsOf(search).slice(0, SEARCH_WORDS)
  if (words.length === 0) return undefined
  const { rows } = await sql<{ word: string; nearest: string | null }>`
    select word, nearest_word(word) as nearest from unnest(${words}::text[]) as word`.execute(db)
  const nearest = new Map(rows.map(({ word, nearest }) => [word, nearest]))
  const spelt = search.replace(WORD, (word) => nearest.get(word) ?? word)
  return spelt === search ? undefined : spelt
}

/** Counts words of texts written or deleted since the last call. Suggestions include only counted words. */
export async function countSearchWords(db: Kysely<DB>): Promise<void> {
  const addUp = sql<{ added: number }>`select add_up_search_words(${CHANGES_PER_CALL}) as added`
  while (((await addUp.execute(db)).rows[0]?.added ?? 0) >= CHANGES_PER_CALL);
}

/** Maximum changes of texts that a transaction counts, which take half a second. */
const CHANGES_PER_CALL = 2000

/** Matches words of at least four letters. Skips words after a minus, which the search excludes. */
const WORD = /(?<![\p{L}\p{M}\p{N}]|(?<!\S)-)[\p{L}\p{M}\p{N}]{4,}/gu
const QUOTED = /["“”„«»]/

function wordsOf(search: string): string[] {
  return QUOTED.test(search) ? [] : [...new Set(search.match(WORD))]
}
