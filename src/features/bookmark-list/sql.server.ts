import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { type SummaryRow, summaryColumns, toSummary } from '../posts/card/summary-sql.server.ts'
import { type Cursor, writeCursor } from '../posts/list/cursor.ts'
import { LIST_SIZE } from '../posts/policy.ts'

interface BookmarkRow extends SummaryRow {
  bookmark_id: string
  bookmarked_at: string
}

/** A member's bookmarks with their posts, the latest first. */
export async function listBookmarks(db: Kysely<DB>, userId: string, cursor: Cursor | undefined) {
  const { rows } = await sql<BookmarkRow>`
    with page as (
      select id, post_id, created_at from bookmarks where user_id = ${userId} and ${isBehind(cursor)}
      order by created_at desc, id desc limit ${LIST_SIZE + 1})
    select page.id as bookmark_id, page.created_at as bookmarked_at, ${summaryColumns}
    from page join posts p on p.id = page.post_id left join profiles a on a.id = p.author_id
    order by page.created_at desc, page.id desc`.execute(db)
  const items = rows.slice(0, LIST_SIZE).map(({ bookmark_id, bookmarked_at, ...post }) => {
    return { id: bookmark_id, created_at: bookmarked_at, post: toSummary(post) }
  })
  const last = rows.length > LIST_SIZE ? items.at(-1) : undefined
  const next = last ? writeCursor({ sort: 'newest', key: last.created_at, id: last.id }) : null
  return { items, next }
}

function isBehind(cursor: Cursor | undefined) {
  if (!cursor?.id) return sql`true`
  return sql`(created_at, id) < (${cursor.key}::timestamptz, ${cursor.id}::uuid)`
}
