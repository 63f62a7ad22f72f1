import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Viewer } from '../accounts/policy.ts'
import type { ActivityEntry } from './contract.ts'

export interface Act {
  user_id: string
  action: 'post_created' | 'comment_created' | 'note_created'
  target_type: 'post' | 'comment' | 'note'
  target_id: string
  metadata?: Record<string, string | number | boolean>
}

/**
 * Notes what somebody did, in the transaction that does it, once for each member, act and target. The entry goes with
 * its target. Votes and follows are noted by the database itself (0019_follows_and_notices.sql).
 */
export async function recordActivity(db: Kysely<DB>, { metadata, ...act }: Act): Promise<void> {
  await db
    .insertInto('user_activity')
    .values({ ...act, metadata: metadata ? JSON.stringify(metadata) : null })
    .onConflict((conflict) => conflict.columns(['target_id', 'user_id', 'action']).doNothing())
    .execute()
}

/**
 * The newest entries: everybody's for a visitor; a member's own and those of whom they follow. The details name the
 * post that an entry leads to, as it is called now.
 */
export async function listActivity(db: Kysely<DB>, viewer: Viewer | null, limit: number) {
  const { rows } = await sql<ActivityEntry>`
    select e.id, e.user_id, e.action, e.target_type, e.target_id, e.created_at,
      case when p.id is null then e.metadata
        else coalesce(e.metadata, '{}') || jsonb_build_object('post_id', p.id, 'post_title', p.title) end as metadata,
      json_build_object('id', a.id, 'username', a.username, 'full_name', a.full_name) as profile
    from (${viewer ? entriesFor(viewer, limit) : newestEntries(limit)}) as e
    join profiles a on a.id = e.user_id
    left join comments c on e.target_type = 'comment' and c.id = e.target_id
    left join posts p on p.id = case e.target_type when 'post' then e.target_id else c.post_id end
    order by e.created_at desc, e.id desc`.execute(db)
  return rows
}

/** A vote against something is nobody's business but the voter's. */
const isPublic = sql`(action <> 'vote_cast' or metadata ->> 'vote_type' = '1')`

function newestEntries(limit: number) {
  return sql`select * from user_activity where ${isPublic} order by created_at desc, id desc limit ${limit}`
}

/** One short walk down an index for each member concerned, however much the others do. */
function entriesFor(viewer: Viewer, limit: number) {
  return sql`
    select own.* from (
      select ${viewer.id}::uuid as id union all select following_id from user_follows where follower_id = ${viewer.id}
    ) as member
    cross join lateral (
      select * from user_activity where user_id = member.id and (${isPublic} or user_id = ${viewer.id})
      order by created_at desc, id desc limit ${limit}) as own
    order by own.created_at desc, own.id desc limit ${limit}`
}
