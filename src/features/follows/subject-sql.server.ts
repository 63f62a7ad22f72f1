import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'

/** Whether there is such a post, and whether its member has less to read: 0076_follow_posts_and_concepts.sql. */
export async function setPostFollow(db: Kysely<DB>, followerId: string, postId: string, isWanted: boolean) {
  const { rows } = await sql<{ is_found: boolean; has_less: boolean }>`
    select is_found, has_less from set_post_follow(${followerId}, ${postId}, ${isWanted})`.execute(db)
  return rows[0] as (typeof rows)[number]
}

/** Whether there is such a post, and whether anything changed: 0132_post_mutes.sql. */
export async function setPostMute(db: Kysely<DB>, memberId: string, postId: string, isWanted: boolean) {
  const { rows } = await sql<{ is_found: boolean; has_changed: boolean }>`
    select is_found, has_changed from set_post_mute(${memberId}, ${postId}, ${isWanted})`.execute(db)
  return rows[0] as (typeof rows)[number]
}

/** Whether there is such a concept. Followed before or not, it is afterwards. */
export async function addConceptFollow(db: Kysely<DB>, followerId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    with concept as (select id from categories where id = ${id}),
    added as (
      insert into category_follows (follower_id, category_id) select ${followerId}, id from concept
      on conflict do nothing)
    select id from concept`.execute(db)
  return rows.length > 0
}

/** Whether there is such a concept. Followed before or not, it is not afterwards. */
export async function removeConceptFollow(db: Kysely<DB>, followerId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    with removed as (delete from category_follows where follower_id = ${followerId} and category_id = ${id})
    select id from categories where id = ${id}`.execute(db)
  return rows.length > 0
}
