import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Community } from './community.ts'

/** Inserts past activity and notifications. Needs a transaction, because demo_id() is temporary. */
export async function recordCommunity(db: Kysely<DB>, { comments }: Community, readUntil: string) {
  await sql`
    create function pg_temp.demo_id(at timestamptz, key text) returns uuid language sql immutable as $$
      select encode(overlay(overlay(
        sha256(convert_to(key, 'UTF8'))
        placing int8send(((extract(epoch from at) * 1000)::bigint << 16) | (7 << 12)) from 1 for 8)
        placing '\\x80' from 9 for 1), 'hex')::char(32)::uuid
    $$`.execute(db)
  await recordActs(db)
  const commentIds = comments.map(({ id }) => id)
  await notifyOfComments(db, commentIds)
  await notifyOfDiscussions(db, readUntil)
  await gatherVotes(db)
  await notifyOfNotes(db)
  await notifyOfFollows(db)
}

/** Marks the demo members' notifications from before `readUntil` as read. */
export async function markOldNotificationsRead(
  db: Kysely<DB>,
  { members }: Community,
  readUntil: string,
): Promise<void> {
  const ids = members.map(({ id }) => id)
  await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('created_at', '<', readUntil)
    .where('user_id', 'in', ids)
    .execute()
}

async function recordActs(db: Kysely<DB>): Promise<void> {
  await sql`
    insert into user_activity (id, user_id, action, target_type, target_id, metadata, created_at)
    select pg_temp.demo_id(created_at, action || user_id || target_id), acts.* from (
      select author_id as user_id, 'post_created' as action, 'post' as target_type, id as target_id,
        null::jsonb as metadata, created_at from posts
      union all
      select author_id, 'comment_created', 'comment', id,
        jsonb_build_object('is_reply', parent_id is not null), created_at from comments
      union all
      select author_id, 'note_created', 'note', id,
        jsonb_build_object('is_reply', parent_id is not null), created_at from notes
      union all
      select user_id, 'vote_cast', case when post_id is null then 'comment' else 'post' end,
        coalesce(post_id, comment_id), jsonb_build_object('vote_type', vote_type), created_at from votes
      union all
      select follower_id, 'member_followed', 'profile', following_id, null, created_at from user_follows
    ) as acts where user_id is not null
    on conflict (target_id, user_id, action) do nothing`.execute(db)
}

async function notifyOfComments(db: Kysely<DB>, ids: string[]): Promise<void> {
  await sql`select notify_of_comment(id, '{}') from unnest(${ids}::uuid[]) as id`.execute(db)
  await sql`
    update notifications n
    set id = pg_temp.demo_id(c.created_at, n.user_id || 'comment' || c.id), created_at = c.created_at
    from comments c where c.id = n.comment_id and c.id = any(${ids}::uuid[])`.execute(db)
}

/** Inserts one notification for each post and comment with votes, as notify_of_vote() would. */
async function gatherVotes(db: Kysely<DB>): Promise<void> {
  await sql`
    insert into notifications (id, user_id, type, related_user_id, actor_ids, actor_count, post_id, comment_id,
      dedupe_key, created_at)
    select pg_temp.demo_id(told.at, told.key), told.author_id, 'vote',
      told.actor_ids[1], told.actor_ids[:20], told.voters, told.post_id, told.comment_id, told.key, told.at
    from (
      select item.author_id, item.post_id, v.comment_id, vote_notification_key(item.post_id, v.comment_id) as key,
        count(*)::integer as voters, max(v.created_at) as at,
        array_agg(v.user_id order by v.created_at desc, v.user_id) as actor_ids
      from votes v
      left join comments c on c.id = v.comment_id
      join lateral (
        select coalesce(v.post_id, c.post_id) as post_id,
          case when c.id is null then (select author_id from posts where id = v.post_id) else c.author_id end as author_id
      ) as item on item.author_id <> v.user_id
      where v.vote_type = 1
      group by item.author_id, item.post_id, v.comment_id) as told
    on conflict (user_id, dedupe_key) where dedupe_key is not null do nothing`.execute(db)
}

/** Inserts notifications of new followers, as notify_of_follow() would. */
async function notifyOfFollows(db: Kysely<DB>): Promise<void> {
  await sql`
    insert into notifications (id, user_id, type, related_user_id, actor_ids, dedupe_key, created_at)
    select pg_temp.demo_id(f.created_at, f.following_id || 'follow' || f.follower_id), f.following_id, 'follow',
      f.follower_id, array[f.follower_id], 'follow:' || f.follower_id, f.created_at
    from user_follows f
    on conflict (user_id, dedupe_key) where dedupe_key is not null do nothing`.execute(db)
}

/** Members follow one in three of the discussions in which they commented or which they bookmarked. */
const KNOWN_PER_FOLLOWED = 3

/**
 * Inserts one notification for each followed discussion, as notify_of_comment() would: of the first comment
 * since `readUntil`, otherwise of the latest. Runs last, because each comment may notify a member only once.
 */
async function notifyOfDiscussions(db: Kysely<DB>, readUntil: string): Promise<void> {
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

/** Inserts notifications of replies and likes of notes, with past ids and times. */
async function notifyOfNotes(db: Kysely<DB>): Promise<void> {
  await sql`
    with told as (select n.id, n.created_at, notify_of_note_reply(n.id) from notes n where n.parent_id is not null)
    select count(*) from told`.execute(db)
  await sql`
    update notifications n
    set id = pg_temp.demo_id(reply.created_at, n.user_id || 'note_reply' || reply.id), created_at = reply.created_at
    from notes reply where reply.id = n.note_id and n.type = 'note_reply'`.execute(db)
  await sql`
    insert into notifications (id, user_id, type, related_user_id, actor_ids, actor_count, note_id, dedupe_key, created_at)
    select pg_temp.demo_id(told.at, told.author_id || 'note_like' || told.id), told.author_id, 'note_like',
      told.actor_ids[1], told.actor_ids[:20], told.likers, told.id, 'note_like:' || told.id, told.at
    from (
      select n.id, n.author_id, count(*)::integer as likers, max(l.created_at) as at,
        array_agg(l.user_id order by l.created_at desc, l.user_id) as actor_ids
      from note_likes l join notes n on n.id = l.note_id and n.author_id <> l.user_id
      group by n.id) as told
    on conflict (user_id, dedupe_key) where dedupe_key is not null do nothing`.execute(db)
}
