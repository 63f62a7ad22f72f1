import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { isAfter, newestCursor, toPage } from '../../platform/keyset.server.ts'
import type { Cursor } from '../../platform/keyset.ts'
import { type AuthorRow, authorColumns, toAuthor } from '../../shared/authors/sql.server.ts'
import { memberIdByUsername } from '../profiles/sql.server.ts'
import type { Follow } from './contract.ts'
import { FOLLOW_PAGE, type FollowsSide } from './policy.ts'

interface FollowResult {
  followers_count: number
  has_changed: boolean
  notified_user_id: string | null
}

/** Follows or unfollows a member in one statement (db/schema/follows.sql). Idempotent. */
export async function setFollow(db: Kysely<DB>, followerId: string, followedId: string, isWanted: boolean) {
  const { rows } = await sql<FollowResult>`
    select followers_count, has_changed, notified_user_id
    from set_follow(${followerId}, ${followedId}, ${isWanted})`.execute(db)
  return rows[0] as FollowResult
}

interface Row extends AuthorRow {
  member_id: string
  id: string | null
  created_at: string
  bio: string | null
}

const COLUMNS = {
  followers: [sql.ref('following_id'), sql.ref('follower_id')],
  following: [sql.ref('follower_id'), sql.ref('following_id')],
} as const

export async function listFollows(
  db: Kysely<DB>,
  username: string,
  side: FollowsSide,
  cursor: Cursor | undefined,
) {
  const [own, others] = COLUMNS[side]
  // Returns one row with a null follow for a member without follows, and no row if the member doesn't exist.
  const { rows } = await sql<Row>`
    select member.id as member_id, f.id, f.created_at, ${authorColumns}, a.bio
    from ${memberIdByUsername(username)} as member
    left join lateral (
      select id, created_at, ${others} as other_id from user_follows
      where ${own} = member.id and ${isAfter(cursor)}
      order by created_at desc, id desc limit ${sql.lit(FOLLOW_PAGE + 1)}) as f on true
    left join profiles a on a.id = f.other_id
    order by f.created_at desc, f.id desc`.execute(db)
  if (!rows[0]) return undefined
  return { member_id: rows[0].member_id, ...toPage(rows.flatMap(toFollow), FOLLOW_PAGE, newestCursor) }
}

function toFollow({ id, created_at, bio, ...row }: Row): Follow[] {
  const author = toAuthor(row)
  return id && author ? [{ id, created_at, profile: { ...author, bio } }] : []
}

/** Follows or unfollows a post. `has_less` is true if this deleted an unread notification about the post. */
export async function setPostFollow(db: Kysely<DB>, followerId: string, postId: string, isWanted: boolean) {
  const { rows } = await sql<{ is_found: boolean; has_less: boolean }>`
    select is_found, has_less from set_post_follow(${followerId}, ${postId}, ${isWanted})`.execute(db)
  return rows[0] as (typeof rows)[number]
}

/** Mutes or unmutes a post. Muting also unfollows it (db/schema/follows.sql). */
export async function setPostMute(db: Kysely<DB>, memberId: string, postId: string, isWanted: boolean) {
  const { rows } = await sql<{ is_found: boolean; has_changed: boolean }>`
    select is_found, has_changed from set_post_mute(${memberId}, ${postId}, ${isWanted})`.execute(db)
  return rows[0] as (typeof rows)[number]
}

export async function addConceptFollow(db: Kysely<DB>, followerId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    with concept as (select id from concepts where id = ${id}),
    added as (
      insert into concept_follows (follower_id, concept_id) select ${followerId}, id from concept
      on conflict do nothing)
    select id from concept`.execute(db)
  return rows.length > 0
}

export async function removeConceptFollow(db: Kysely<DB>, followerId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    with removed as (delete from concept_follows where follower_id = ${followerId} and concept_id = ${id})
    select id from concepts where id = ${id}`.execute(db)
  return rows.length > 0
}
