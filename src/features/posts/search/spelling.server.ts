import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../db/types.ts'
import { SEARCH_WORDS } from '../policy.ts'

/**
 * A search with its words as they are usually spelt (nearest_word() says which), undefined when all are right or
 * nothing is near. What stands in quotation marks or is to be left out is meant as it is.
 */
export async function nearestSpelling(db: Kysely<DB>, search: string): Promise<string | undefined> {
  const words = wordsOf(search).slice(0, SEARCH_WORDS)
  if (words.length === 0) return undefined
  const { rows } = await sql<{ word: string; nearest: string | null }>`
    select word, nearest_word(word) as nearest from unnest(${words}::text[]) as word`.execute(db)
  const nearest = new Map(rows.map(({ word, nearest }) => [word, nearest]))
  const spelt = search.replace(WORD, (word) => nearest.get(word) ?? word)
  return spelt === search ? undefined : spelt
}

/** Adds up which words were written and deleted since: until then a new word is held by nothing, and not offered. */
export async function countSearchWords(db: Kysely<DB>): Promise<void> {
  let isLast: boolean
  do {
    const { rows } = await sql<{
      folded: number
    }>`select fold_search_words(${FOLDED_AT_ONCE}) as folded`.execute(db)
    isLast = (rows[0]?.folded ?? 0) < FOLDED_AT_ONCE
  } while (!isLast)
}

/** Changes in one transaction: half a second's work. */
const FOLDED_AT_ONCE = 2000

/** Not behind a minus at the beginning of a word, which leaves it out. */
const WORD = /(?<![\p{L}\p{M}\p{N}]|(?<!\S)-)[\p{L}\p{M}\p{N}]{4,}/gu
const QUOTED = /["“”„«»]/

function wordsOf(search: string): string[] {
  return QUOTED.test(search) ? [] : [...new Set(search.match(WORD))]
}
