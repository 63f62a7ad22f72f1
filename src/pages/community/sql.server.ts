import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { memberColumns } from '../../shared/authors/sql.server.ts'
import type { CommunityCounts, CommunityMember } from './contract.ts'
import {
  COMMUNITY_LIST,
  COUNTED_EXACTLY,
  FACES,
  FACES_WINDOW,
  MOST_ACTIVE_DAYS,
  MOST_ACTIVE_WINDOW,
  WEEK_COUNTED,
} from './policy.ts'

/** Returns the newest members. Reads only the start of an index. */
export async function newestMembers(db: Kysely<DB>): Promise<CommunityMember[]> {
  const { rows } = await sql<CommunityMember>`
    select ${columns} from (
      select id from users where email_verified order by created_at desc, id desc limit ${COMMUNITY_LIST}) as newest
    join profiles p using (id) order by p.created_at desc, p.id desc`.execute(db)
  return rows
}

export async function activeMembers(db: Kysely<DB>): Promise<Required<CommunityMember>[]> {
  const { rows } = await sql<Required<CommunityMember>>`
    with lately as (
      select user_id from user_activity
      where ${isRecentWriting}
      order by created_at desc limit ${MOST_ACTIVE_WINDOW}
    ), active as (
      select user_id as id, count(*) as acts from lately group by user_id order by acts desc, id limit ${COMMUNITY_LIST}
    )
    select ${columns},
      (select count(*) from user_activity where user_id = p.id and ${isRecentWriting}) as contributions
    from active join profiles p using (id) order by contributions desc, lower(p.username)`.execute(db)
  return rows
}

/** Counts members, posts and so on in one statement. Large tables are only estimated. */
export async function findCommunityCounts(db: Kysely<DB>): Promise<CommunityCounts> {
  const { rows } = await sql<CommunityCounts>`
    select
      ${countOf('users', sql`email_verified`)} as members,
      ${countOf('posts', sql`removed_at is null`)} as posts,
      ${countOf('comments', sql`deleted_at is null and removed_at is null`)} as comments,
      (select count(*) from (
        select from user_activity where ${isWriting} and created_at > now() - interval '7 days'
        limit ${WEEK_COUNTED}) as lately) as week,
      (select coalesce(json_agg(face order by last desc), '[]') from (
        select ${memberColumns}, last from (
          select user_id as id, max(created_at) as last from (
            select user_id, created_at from user_activity where ${isWriting}
            order by created_at desc limit ${FACES_WINDOW}) as acts
          group by user_id order by last desc limit ${FACES}) as latest
        join profiles p using (id) join users u using (id) where u.email_verified) as face) as faces`.execute(
    db,
  )
  const [numbers] = rows
  if (!numbers) throw new Error('A select without a table gives one row')
  const faces = numbers.faces.map(({ id, username, full_name, avatar_url }) => {
    return { id, username, full_name, avatar_url }
  })
  return { ...numbers, faces }
}

/** Returns the exact count of a small table, else the planner's estimate (-1 before the first analysis). */
function countOf(table: string, condition: RawBuilder<unknown>) {
  return sql`(
    select case when reltuples < ${COUNTED_EXACTLY}
      then (select count(*) from ${sql.table(table)} where ${condition}) else reltuples::bigint end
    from pg_class where oid = ${sql.lit(table)}::regclass)`
}

const columns = sql`${memberColumns}, p.post_count, p.comment_count, p.created_at`
const isWriting = sql`action in ('post_created', 'comment_created', 'note_created')`
const isRecentWriting = sql`
  ${isWriting} and created_at > now() - make_interval(days => ${MOST_ACTIVE_DAYS})`
