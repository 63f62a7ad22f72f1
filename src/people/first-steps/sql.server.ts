import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { memberColumns } from '../../shared/authors/sql.server.ts'
import type { SuggestedPerson } from './contract.ts'
import {
  type FirstStep,
  NEW_FOR_DAYS,
  PEOPLE_TO_FOLLOW,
  SUGGESTED_ACTIVE_DAYS,
  SUGGESTED_ACTIVE_WINDOW,
} from './policy.ts'

/** Returns which first steps are done, or undefined if the member dismissed them, is no longer new, or is an admin. */
export async function findProgress(db: Kysely<DB>, userId: string) {
  const { rows } = await sql<Record<FirstStep, boolean>>`
    select p.following_count >= ${PEOPLE_TO_FOLLOW} as people,
      exists (select from concept_follows where follower_id = p.id) as concept,
      p.post_count > 0 or coalesce(p.bio, '') <> '' as introduction
    from profiles p
    where p.id = ${userId} and p.created_at > now() - make_interval(days => ${NEW_FOR_DAYS})
      and not exists (select from first_steps_dismissals where user_id = p.id)
      and not exists (select from user_roles where user_id = p.id and role = 'admin')`.execute(db)
  return rows[0]
}

/** Suggests verified members whom the user doesn't follow: the most active recently, then the newest. */
export async function suggestPeople(db: Kysely<DB>, userId: string): Promise<SuggestedPerson[]> {
  const { rows } = await sql<SuggestedPerson>`
    with followed as (
      select following_id as id from user_follows where follower_id = ${userId}
    ), lately as (
      select user_id as id from user_activity
      where action in ('post_created', 'comment_created', 'note_created')
        and created_at > now() - make_interval(days => ${SUGGESTED_ACTIVE_DAYS})
      order by created_at desc limit ${SUGGESTED_ACTIVE_WINDOW}
    ), newest as (
      select id from users where email_verified and id <> ${userId} and id not in (table followed)
      order by created_at desc, id desc limit ${PEOPLE_TO_FOLLOW}
    ), candidates as (
      select id, count(*) as acts from lately group by id
      union all select id, 0 from newest
    )
    select ${memberColumns}, p.bio, p.post_count, p.comment_count
    from (select id, max(acts) as acts from candidates group by id) as candidate
    join profiles p using (id) join users u using (id)
    where u.email_verified and p.id <> ${userId} and p.id not in (table followed)
    order by candidate.acts desc, p.created_at desc, p.id limit ${PEOPLE_TO_FOLLOW}`.execute(db)
  return rows
}

export async function dismissFirstSteps(db: Kysely<DB>, userId: string): Promise<void> {
  await sql`insert into first_steps_dismissals (user_id) values (${userId}) on conflict do nothing`.execute(
    db,
  )
}
