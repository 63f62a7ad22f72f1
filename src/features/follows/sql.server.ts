import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { type Cursor, writeCursor } from '../posts/cursor.ts'
import type { Follow } from './contract.ts'
import { FOLLOW_PAGE, type Side } from './policy.ts'

interface Followed {
  followers_count: number
  has_changed: boolean
  /** Who has something to look at: the one followed, where the follow is news or was. */
  told: string | null
}

/** Who has this name, or had it until lately. Nobody before their address is verified: they may not be who they say. */
export async function findMember(db: Kysely<DB>, username: string): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    select p.id from profiles p join users u on u.id = p.id and u.email_verified
    where lower(p.username) = lower(${username})
    union all
    select f.user_id from former_usernames f where f.username = lower(${username})
      and f.released_at > now() - interval '90 days'
    limit 1`.execute(db)
  return rows[0]
}

/** Sets whether one member follows another and records it: one statement, one commit (0019_follows_and_notices.sql). */
export async function setFollow(db: Kysely<DB>, followerId: string, followedId: string, isWanted: boolean) {
  const { rows } = await sql<Followed>`
    select followers_count, has_changed, told
    from set_follow(${followerId}, ${followedId}, ${isWanted})`.execute(db)
  return rows[0] as Followed
}

interface FollowRow {
  id: string
  created_at: string
  profile_id: string
  username: string
  full_name: string | null
  avatar_url: string | null
  bio: string | null
}

/** Those on one side of a member's follows, the latest first. */
export async function listFollows(
  db: Kysely<DB>,
  memberId: string,
  side: Side,
  cursor: Cursor | undefined,
): Promise<{ items: Follow[]; next: string | null }> {
  const [own, others] =
    side === 'followers'
      ? [sql.ref('following_id'), sql.ref('follower_id')]
      : [sql.ref('follower_id'), sql.ref('following_id')]
  const { rows } = await sql<FollowRow>`
    select f.id, f.created_at, p.id as profile_id, p.username, p.full_name, p.avatar_url, p.bio
    from (
      select id, created_at, ${others} as other_id from user_follows
      where ${own} = ${memberId} and ${isBehind(cursor)}
      order by created_at desc, id desc limit ${FOLLOW_PAGE + 1}) as f
    join profiles p on p.id = f.other_id
    order by f.created_at desc, f.id desc`.execute(db)
  const items = rows.slice(0, FOLLOW_PAGE).map(({ id, created_at, profile_id, ...profile }) => {
    return { id, created_at, profile: { id: profile_id, ...profile } }
  })
  const last = rows.length > FOLLOW_PAGE ? items.at(-1) : undefined
  const next = last ? writeCursor({ sort: 'newest', key: last.created_at, id: last.id }) : null
  return { items, next }
}

function isBehind(cursor: Cursor | undefined) {
  if (!cursor?.id) return sql`true`
  return sql`(created_at, id) < (${cursor.key}::timestamptz, ${cursor.id}::uuid)`
}
