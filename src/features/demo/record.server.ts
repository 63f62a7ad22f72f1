import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Community } from './community.ts'
import { notifyOfDiscussions } from './record-discussions.server.ts'
import { notifyOfNotes } from './record-notes.server.ts'

/**
 * Activity and notifications, as if all had been recorded when it happened. In the transaction `db`: the function for
 * the ids lives as long as its connection. What other members did has its entries and notifications already.
 */
export async function recordCommunity(
  db: Kysely<DB>,
  community: Community,
  readUntil: string,
): Promise<void> {
  await sql`
    create function pg_temp.demo_id(at timestamptz, key text) returns uuid language sql immutable as $$
      select encode(overlay(overlay(
        sha256(convert_to(key, 'UTF8'))
        placing int8send(((extract(epoch from at) * 1000)::bigint << 16) | (7 << 12)) from 1 for 8)
        placing '\\x80' from 9 for 1), 'hex')::char(32)::uuid
    $$`.execute(db)
  await recordActs(db)
  await notifyOfComments(
    db,
    community.comments.map(({ id }) => id),
  )
  await notifyOfDiscussions(db, readUntil)
  await gatherVotes(db)
  await notifyOfNotes(db)
  await notifyOfFollows(db)
}

/** What members have been told until then. */
export async function markRead(db: Kysely<DB>, { members }: Community, readUntil: string): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('created_at', '<', readUntil)
    .where(
      'user_id',
      'in',
      members.map(({ id }) => id),
    )
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
  await sql`select notify_of_comments(${ids}::uuid[])`.execute(db)
  await sql`
    update notifications n
    set id = pg_temp.demo_id(c.created_at, n.user_id || 'comment' || c.id), created_at = c.created_at
    from comments c where c.id = n.comment_id and c.id = any(${ids}::uuid[])`.execute(db)
}

/** One notification for each post and comment that somebody voted for, as vote_on_post() gathers them. */
async function gatherVotes(db: Kysely<DB>): Promise<void> {
  await sql`
    insert into notifications (id, user_id, type, related_user_id, actor_ids, actor_count, post_id, comment_id,
      dedupe_key, created_at)
    select pg_temp.demo_id(told.at, told.key), told.author_id, 'vote',
      told.actor_ids[1], told.actor_ids[:20], told.voters, told.post_id, told.comment_id, told.key, told.at
    from (
      select item.author_id, item.post_id, v.comment_id, vote_notice_key(item.post_id, v.comment_id) as key,
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

/** As set_follow() does. */
async function notifyOfFollows(db: Kysely<DB>): Promise<void> {
  await sql`
    insert into notifications (id, user_id, type, related_user_id, actor_ids, dedupe_key, created_at)
    select pg_temp.demo_id(f.created_at, f.following_id || 'follow' || f.follower_id), f.following_id, 'follow',
      f.follower_id, array[f.follower_id], 'follow:' || f.follower_id, f.created_at
    from user_follows f
    on conflict (user_id, dedupe_key) where dedupe_key is not null do nothing`.execute(db)
}
