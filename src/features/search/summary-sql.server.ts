import { type Kysely, sql } from 'kysely'
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
  const counts = await countResults(db, asked)
  const spelling = sumOf(counts) < LITTLE_FOUND ? await nearestSpelling(db, asked.search) : undefined
  if (!spelling) return { spelling: null, counts }
  const others = await countResults(db, { ...asked, search: spelling })
  if (sumOf(others) <= sumOf(counts)) return { spelling: null, counts }
  return { spelling, counts: asked.spelling === 'typed' ? counts : others }
}

const LIMIT = sql.lit(COUNT_LIMIT + 1)

async function countResults(db: Kysely<DB>, { search, categories, time }: Asked): Promise<Counts> {
  const words = countedWords(search)
  const ids = categories.length > 0 ? categories : null
  const { rows } = await sql<Counts>`
    select
      (select count(*) from find_posts(${words}, ${ids}::uuid[], ${beginOf(time)}, null, ${LIMIT}, false))::integer as posts,
      (select count(*) from find_remarks('comment_search', ${words}, null, ${LIMIT}))::integer as comments,
      (select count(*) from find_remarks('note_search', ${words}, null, ${LIMIT}))::integer as notes,
      (select count(*) from (select from (${peopleCalled(search)}) as people limit ${LIMIT}) as some_people)::integer as people
    `.execute(db)
  return rows[0] ?? { posts: 0, comments: 0, notes: 0, people: 0 }
}

function sumOf({ posts, comments, notes, people }: Counts): number {
  return posts + comments + notes + people
}
