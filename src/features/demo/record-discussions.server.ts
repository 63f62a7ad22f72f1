import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'

/** Of the discussions that members take part in, or whose post they kept, they follow one in so many. */
const KNOWN_PER_FOLLOWED = 3

/**
 * Members follow some discussions, and are told of them as notify_post_followers() does: one notification for each, which
 * leads to the first comment since `readUntil`, else to the latest. After everybody who hears of a comment for another
 * reason.
 */
export async function notifyOfDiscussions(db: Kysely<DB>, readUntil: string): Promise<void> {
  await sql`
    insert into post_follows (id, follower_id, post_id, created_at)
    select pg_temp.demo_id(min(known.at), 'post_follow' || known.member_id || known.post_id),
      known.member_id, known.post_id, min(known.at)
    from (
      select user_id as member_id, post_id, created_at as at from bookmarks
      union all
      select author_id, post_id, created_at from comments) as known
    join posts p on p.id = known.post_id and p.author_id <> known.member_id
    where get_byte(sha256(convert_to(known.member_id::text || known.post_id, 'UTF8')), 0)
      % ${sql.lit(KNOWN_PER_FOLLOWED)} = 0
    group by known.member_id, known.post_id
    on conflict do nothing`.execute(db)
  await sql`
    insert into notifications (id, user_id, type, related_user_id, post_id, comment_id, dedupe_key, created_at)
    select pg_temp.demo_id(c.created_at, f.follower_id || 'followed_post' || c.id), f.follower_id, 'followed_post',
      c.author_id, f.post_id, c.id, 'followed_post:' || f.post_id, c.created_at
    from post_follows f
    cross join lateral (
      select c.id, c.author_id, c.created_at from comments c
      where c.post_id = f.post_id and c.author_id <> f.follower_id and c.created_at > f.created_at
        and not exists (select from notifications told where told.user_id = f.follower_id and told.comment_id = c.id)
      order by c.created_at < ${readUntil},
        case when c.created_at >= ${readUntil} then c.created_at end, c.created_at desc, c.id
      limit 1) as c
    on conflict (user_id, dedupe_key) where dedupe_key is not null do nothing`.execute(db)
}
