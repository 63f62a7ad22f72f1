import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { memberColumns } from '../authors/sql.server.ts'
import type { CommunityMember } from './contract.ts'
import { ACTIVE_DAYS, ACTIVE_WINDOW, COMMUNITY_LIST } from './policy.ts'

/** Members whose address is verified, the latest to join first: the beginning of an index. */
export async function newestMembers(db: Kysely<DB>): Promise<CommunityMember[]> {
  const { rows } = await sql<CommunityMember>`
    select ${columns} from (
      select id from users where email_verified order by created_at desc, id desc limit ${COMMUNITY_LIST}) as newest
    join profiles p using (id) order by p.created_at desc, p.id desc`.execute(db)
  return rows
}

/** Members by what they wrote lately, the most first, and how much it was. */
export async function activeMembers(db: Kysely<DB>): Promise<Required<CommunityMember>[]> {
  const { rows } = await sql<Required<CommunityMember>>`
    with lately as (
      select user_id from user_activity
      where ${isRecentWriting}
      order by created_at desc limit ${ACTIVE_WINDOW}
    ), active as (
      select user_id as id, count(*) as acts from lately group by user_id order by acts desc, id limit ${COMMUNITY_LIST}
    )
    select ${columns},
      (select count(*) from user_activity where user_id = p.id and ${isRecentWriting}) as contributions
    from active join profiles p using (id) order by contributions desc, lower(p.username)`.execute(db)
  return rows
}

const columns = sql`${memberColumns}, p.post_count, p.comment_count, p.created_at`
const isRecentWriting = sql`
  action in ('post_created', 'comment_created', 'note_created')
  and created_at > now() - make_interval(days => ${ACTIVE_DAYS})`
