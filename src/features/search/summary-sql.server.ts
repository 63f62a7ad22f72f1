import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { beginOf } from '../posts/list/order-sql.server.ts'
import { countedWords, LITTLE_FOUND, type TimeFilter } from '../posts/policy.ts'
import { nearestSpelling } from '../posts/search/spelling.server.ts'
import { peopleCalled } from './people-sql.server.ts'
import { COUNT_LIMIT, type Kind } from './policy.ts'

interface Asked {
  search: string
  spelling?: 'typed' | undefined
  categories: string[]
  time: TimeFilter
}

type Counts = Record<Kind, number>

/** How much a search finds, or what it finds with its words as they are usually spelt, where that is more than little. */
export async function summarizeSearch(db: Kysely<DB>, asked: Asked) {
  const [counts, spelling] = await Promise.all([countResults(db, asked), nearestSpelling(db, asked.search)])
  if (!spelling || sumOf(counts) >= LITTLE_FOUND) return { spelling: null, counts }
  const others = await countResults(db, { ...asked, search: spelling })
  if (sumOf(others) <= sumOf(counts)) return { spelling: null, counts }
  return { spelling, counts: asked.spelling === 'typed' ? counts : others }
}

const LIMIT = sql.lit(COUNT_LIMIT + 1)

/** Each kind by a statement of its own, all at once: of a million posts the slowest takes 17 ms, and all together 34. */
async function countResults(db: Kysely<DB>, { search, categories, time }: Asked): Promise<Counts> {
  const words = countedWords(search)
  const ids = categories.length > 0 ? categories : null
  const [posts, comments, notes, people] = await Promise.all(
    [
      sql`select from find_posts(${words}, ${ids}::uuid[], null, ${beginOf(time)}, null, ${LIMIT}, false)`,
      sql`select from find_remarks('comment_search', ${words}, null, ${LIMIT})`,
      sql`select from find_remarks('note_search', ${words}, null, ${LIMIT})`,
      sql`select from (${peopleCalled(search)}) as people limit ${LIMIT}`,
    ].map((found) => countRows(db, found)),
  )
  return { posts, comments, notes, people } as Counts
}

async function countRows(db: Kysely<DB>, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::integer as count from (${found}) as found`.execute(db)
  return rows[0]?.count ?? 0
}

function sumOf({ posts, comments, notes, people }: Counts): number {
  return posts + comments + notes + people
}
