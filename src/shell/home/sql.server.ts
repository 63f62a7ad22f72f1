import { type Kysely, sql } from 'kysely'
import { type SummaryRow, summaryColumns, toSummary } from '../../content/posts/card/summary-sql.server.ts'
import type { DB } from '../../db/types.ts'
import { unreadComments } from '../../shared/read-positions/sql.server.ts'
import type { NewsEntry } from './contract.ts'
import { DISCUSSIONS_SHOWN, DISCUSSIONS_WATCHED, NEW_POST_DAYS, NEWS_SIZE } from './policy.ts'

interface NewsRow extends SummaryRow {
  unread: number
}

/** Returns followed or read discussions with new comments, then unread posts. Omits muted discussions. */
export async function listNews(db: Kysely<DB>, userId: string): Promise<NewsEntry[]> {
  const { rows } = await sql<NewsRow>`
    with followed as (
      select post_id, created_at as read_until from post_follows f
      where follower_id = ${userId}
        and not exists (select from post_reads r where r.user_id = ${userId} and r.post_id = f.post_id)
      order by created_at desc limit ${DISCUSSIONS_WATCHED}
    ), been_read as (
      select post_id, read_until from post_reads where user_id = ${userId}
      order by read_at desc limit ${DISCUSSIONS_WATCHED}
    ), discussions as (
      select * from (
        select r.post_id, ${unreadComments(userId)} as unread, p.last_comment_at as at
        from (table been_read union all table followed) as r join posts p on p.id = r.post_id
        where p.last_comment_at > r.read_until and p.deleted_at is null and p.removed_at is null
          and not exists (select from post_mutes m where m.member_id = ${userId} and m.post_id = r.post_id)
      ) as watched
      where unread > 0 order by at desc limit ${DISCUSSIONS_SHOWN}
    ), new_posts as (
      select post_id, 0 as unread, created_at as at from post_rankings
      where scope = whole_forum() and created_at > now() - make_interval(days => ${NEW_POST_DAYS})
        and not exists (
          select from post_reads r where r.user_id = ${userId} and r.post_id = post_rankings.post_id)
        and not exists (select from post_mutes m where m.member_id = ${userId} and m.post_id = post_rankings.post_id)
        and not exists (select from posts own where own.id = post_id and own.author_id = ${userId})
        and post_id not in (select post_id from discussions)
      order by created_at desc, post_id desc limit ${NEWS_SIZE}
    )
    select ${summaryColumns}, news.unread::integer as unread
    from (select * from discussions union all select * from new_posts) as news
    join posts p on p.id = news.post_id left join profiles a on a.id = p.author_id
    order by news.unread > 0 desc, news.at desc limit ${NEWS_SIZE}`.execute(db)
  return rows.map((row) => ({ ...toSummary(row), unread: row.unread }))
}
