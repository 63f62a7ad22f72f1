import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import type { ActivityEntry } from './contract.ts'
import { type CLAIMABLE_ACTIONS, PUBLIC_ACTIONS } from './policy.ts'

export interface ActivityInput {
  user_id: string
  action: 'post_created' | 'comment_created' | 'note_created'
  target_type: 'post' | 'comment' | 'note'
  target_id: string
  metadata?: Record<string, string | number | boolean>
}

interface Claim {
  user_id: string
  action: (typeof CLAIMABLE_ACTIONS)[number]
  target_id: string
  metadata?: Record<string, string> | null | undefined
}

/** Records an action in its transaction. Not for votes and follows: their SQL functions do this. */
export async function recordActivity(db: Kysely<DB>, { metadata, ...act }: ActivityInput): Promise<void> {
  await db
    .insertInto('user_activity')
    .values({ ...act, metadata: metadata ? JSON.stringify(metadata) : null })
    .onConflict((conflict) => conflict.columns(['target_id', 'user_id', 'action']).doNothing())
    .execute()
}

/** Records an action on a post. Does nothing if the post does not exist or was deleted. */
export async function recordPostActivity(db: Kysely<DB>, { user_id, action, target_id, metadata }: Claim) {
  await sql`
    insert into user_activity (user_id, action, target_type, target_id, metadata)
    select ${user_id}, ${action}, 'post', post.id, ${metadata ? JSON.stringify(metadata) : null}::jsonb
    from (select id from posts where id = ${target_id} and deleted_at is null and removed_at is null for key share) as post
    on conflict (target_id, user_id, action) do nothing`.execute(db)
}

export async function findEntry(db: Kysely<DB>, { user_id, action, target_id }: Claim) {
  const [entry] = await withDetails(
    db,
    sql`select * from user_activity
      where user_id = ${user_id} and action = ${action} and target_id = ${target_id}`,
  )
  return entry
}

export interface Audience {
  viewer: Viewer | null
  /** Whether a member's feed includes their own actions. */
  isWithOwn: boolean
}

export function listActivity(db: Kysely<DB>, { viewer, isWithOwn }: Audience, limit: number) {
  return withDetails(db, viewer ? entriesFor(viewer, isWithOwn, limit) : newestEntries(limit))
}

/** Adds the current title or name of each entry's target. */
async function withDetails(db: Kysely<DB>, entries: RawBuilder<unknown>): Promise<ActivityEntry[]> {
  const { rows } = await sql<ActivityEntry>`
    select e.id, e.user_id, e.action, e.target_type, e.target_id, e.created_at,
      case when target.details is null then e.metadata else coalesce(e.metadata, '{}') || target.details end as metadata,
      json_build_object('id', a.id, 'username', a.username, 'full_name', a.full_name) as profile
    from (${entries}) as e
    join profiles a on a.id = e.user_id
    left join comments c on e.target_type = 'comment' and c.id = e.target_id
    left join posts p on p.id = case e.target_type when 'post' then e.target_id else c.post_id end
    left join profiles m on e.target_type = 'profile' and m.id = e.target_id
    left join notes n on e.target_type = 'note' and n.id = e.target_id
    cross join lateral (
      select case
        when c.id is not null then jsonb_build_object(
          'post_id', p.id, 'post_title', p.title, 'comment_opening', excerpt(c.content))
        when p.id is not null then jsonb_build_object('post_id', p.id, 'post_title', p.title)
        when m.id is not null then jsonb_build_object('username', m.username, 'full_name', m.full_name)
        when n.id is not null then jsonb_build_object(
          'note_id', n.id, 'note_parent_id', n.parent_id, 'note_opening', excerpt(n.content))
      end as details) as target
    where p.removed_at is null
    order by e.created_at desc, e.id desc`.execute(db)
  return rows
}

/** Condition for entries that others can see. Literals, so that the planner can use the partial indexes. */
const isPublic = sql`action in (${sql.join(PUBLIC_ACTIONS.map((action) => sql.lit(action)))})`

function newestEntries(limit: number) {
  return sql`select * from user_activity where ${isPublic} order by created_at desc, id desc limit ${limit}`
}

/** Selects entries by people the viewer follows, and their own. Reads at most `limit` of each by an index. */
function entriesFor({ id }: Viewer, isWithOwn: boolean, limit: number) {
  const newestWhere = (condition: RawBuilder<unknown>) => sql`(
    select * from user_activity where ${condition} order by created_at desc, id desc limit ${limit})`
  const followed = sql`
    select theirs.* from user_follows f
    cross join lateral ${newestWhere(sql`user_id = f.following_id and ${isPublic}`)} as theirs
    where f.follower_id = ${id}`
  const own = sql`union all ${newestWhere(sql`user_id = ${id}`)}`
  return sql`
    select * from (${followed} ${isWithOwn ? own : sql``}) as entries
    order by created_at desc, id desc limit ${limit}`
}
