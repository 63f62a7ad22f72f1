import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { isAfter, newestCursor, toPage } from '../../platform/keyset.server.ts'
import type { Cursor } from '../../platform/keyset.ts'
import { type SummaryRow, summaryColumns, toSummary } from '../posts/card/summary-sql.server.ts'
import { LIST_SIZE } from '../posts/policy.ts'

interface BookmarkRow extends SummaryRow {
  bookmark_id: string
  bookmarked_at: string
}

export async function listBookmarks(db: Kysely<DB>, userId: string, cursor: Cursor | undefined) {
  const { rows } = await sql<BookmarkRow>`
    with page as (
      select id, post_id, created_at from bookmarks where user_id = ${userId} and ${isAfter(cursor)} and ${isThere}
      order by created_at desc, id desc limit ${LIST_SIZE + 1})
    select page.id as bookmark_id, page.created_at as bookmarked_at, ${summaryColumns}
    from page join posts p on p.id = page.post_id left join profiles a on a.id = p.author_id
    order by page.created_at desc, page.id desc`.execute(db)
  const bookmarks = rows.map(({ bookmark_id, bookmarked_at, ...post }) => {
    return { id: bookmark_id, created_at: bookmarked_at, post: toSummary(post) }
  })
  return toPage(bookmarks, LIST_SIZE, newestCursor)
}

/** Condition that hides bookmarks of removed posts. They reappear if the posts are restored. */
const isThere = sql`exists (select from posts where posts.id = post_id and posts.removed_at is null)`
