import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { type Page, toPage } from '../../platform/keyset.server.ts'
import { type Cursor, writeCursor } from '../../platform/keyset.ts'
import { type AuthorRow, authorColumns, withAuthor } from '../authors/sql.server.ts'
import { countedWords } from '../posts/policy.ts'
import { hitsIn, oneLine, withDots } from '../posts/search/hits.ts'
import type { FoundComment, FoundNote } from './contract.ts'
import { RESULTS_PAGE } from './policy.ts'

/** Of a comment or a note: its words, what of them answers, and its place among what was found. */
interface Found extends AuthorRow {
  id: string
  content: string
  marked: string
  place: number
  /** Below a post that was removed: a place in the list, and nothing to show. */
  is_out_of_reach?: boolean
}

const SIZE = sql.lit(RESULTS_PAGE + 1)

/** The very words before beginnings, then the newest first: find_remarks() goes back through them in windows. */
export async function searchComments(
  db: Kysely<DB>,
  search: string,
  cursor: Cursor | undefined,
): Promise<Page<FoundComment>> {
  const words = countedWords(search)
  const { rows } = await sql<Found & Omit<FoundComment, 'author' | 'excerpt'>>`
    with found as materialized (select * from find_remarks('comment_search', ${words}, ${cursor?.key ?? null}, ${SIZE})),
      terms as materialized (select * from search_terms(${words}))
    select c.id, c.post_id, p.title as post_title, c.parent_id, c.votes_score, c.created_at, c.edited_at,
      ${authorColumns}, c.content, found.place, p.removed_at is not null as is_out_of_reach,
      search_headline(search_excerpt(c.content, terms.roots, terms.joined), terms.wanted, terms.runs, terms.joined, false) as marked
    from terms cross join found join comments c on c.id = found.id join posts p on p.id = c.post_id
      left join profiles a on a.id = c.author_id
    order by found.place desc`.execute(db)
  return pageOf(rows)
}

export async function searchNotes(
  db: Kysely<DB>,
  search: string,
  cursor: Cursor | undefined,
): Promise<Page<FoundNote>> {
  const words = countedWords(search)
  const { rows } = await sql<Found & Omit<FoundNote, 'author' | 'excerpt'>>`
    with found as materialized (select * from find_remarks('note_search', ${words}, ${cursor?.key ?? null}, ${SIZE})),
      terms as materialized (select * from search_terms(${words}))
    select n.id, n.parent_id, n.likes_count, n.replies_count, n.created_at, ${authorColumns}, n.content, found.place,
      search_headline(n.content, terms.wanted, terms.runs, terms.joined, true) as marked
    from terms cross join found join notes n on n.id = found.id left join profiles a on a.id = n.author_id
    order by found.place desc`.execute(db)
  return pageOf(rows)
}

function pageOf<Row extends Found>(rows: Row[]) {
  const { items, next } = toPage(rows, RESULTS_PAGE, ({ id, place }) =>
    writeCursor({ order: 'top', key: place, id }),
  )
  return { items: items.filter((row) => !row.is_out_of_reach).map(toFound), next }
}

function toFound<Row extends Found>(row: Row) {
  const { content, marked, place: _, is_out_of_reach: _out, ...rest } = row
  return { ...withAuthor(rest), excerpt: withDots(hitsIn(marked) ?? oneLine(marked), oneLine(content)) }
}
