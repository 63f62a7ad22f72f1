import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'

/** Tells of replies and likes as notify_of_note_reply() and notify_of_note_like() do, with the ids and times of then. */
export async function notifyOfNotes(db: Kysely<DB>): Promise<void> {
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
