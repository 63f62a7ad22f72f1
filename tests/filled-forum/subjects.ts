import { type Kysely, sql } from 'kysely'
import type { AppContext, AppServices } from '../../src/app/context.server.ts'
import type { Viewer } from '../../src/core/viewer.ts'
import type { DB } from '../../src/db/types.ts'

/** Inputs for measured API calls: the busiest members, the most discussed posts, and various search words. */
export interface Subjects {
  members: Viewer[]
  /** For each member, a partner in one of their conversations. */
  others: { username: string }[]
  posts: string[]
  edited: string[]
  notes: string[]
  /** The latest comment in each of the longest discussions. */
  comments: { id: string; comment_id: string }[]
  concepts: string[]
  words: string[]
  cases: string[]
  actions: string[]
}

/** Who calls an API operation: a guest, or one of the busiest members in turn, with this role. */
export type Asker = 'guest' | 'member' | 'moderator' | 'editor' | 'admin'

const COUNT = 20

export async function findSubjects(db: Kysely<DB>): Promise<Subjects> {
  const usernames = Array.from({ length: COUNT }, (_, n) => `member${n}`)
  const { rows: members } = await sql<Viewer>`
    select id, username, full_name, avatar_url, '[]'::json as roles from profiles
    where username = any(${usernames}) order by array_position(${usernames}, username)`.execute(db)
  const { rows: others } = await sql<{ username: string }>`
    select p.username from unnest(${members.map(({ id }) => id)}::uuid[]) with ordinality as m (id, n)
    cross join lateral (select with_id from conversations where user_id = m.id order by last_message_at desc limit 1) as c
    join profiles p on p.id = c.with_id order by m.n`.execute(db)
  const ids = async (from: ReturnType<typeof sql>) =>
    (await sql<{ id: string }>`${from} limit ${COUNT}`.execute(db)).rows.map(({ id }) => id)
  const { rows: words } = await sql<{ word: string }>`
    (select word from search_words order by holders desc limit ${COUNT / 2})
    union all (select word from search_words where holders > 20 order by md5(word) limit ${COUNT / 2})`.execute(
    db,
  )
  const { rows: comments } = await sql<Subjects['comments'][number]>`
    select p.id, last.id as comment_id from (
      select id from posts where comment_count > 0 order by comment_count desc, id limit ${COUNT}) as p
    cross join lateral (select id from comments where post_id = p.id order by created_at desc limit 1) as last`.execute(
    db,
  )
  return {
    members,
    others,
    comments,
    posts: await ids(sql`select id from posts where comment_count > 0 order by comment_count desc, id`),
    edited: await ids(sql`select post_id as id from revisions where post_id is not null order by id`),
    notes: await ids(sql`select id from notes where parent_id is null order by id`),
    concepts: await ids(sql`select id from concepts order by name`),
    words: words.map(({ word }) => word),
    cases: await ids(sql`
      select id from moderation_cases where member_id <> all (${members.map(({ id }) => id)}::uuid[]) order by id desc`),
    actions: await ids(sql`select id from moderation_actions order by number desc`),
  }
}

/** Creates the context for the nth API call: the caller, and `db` as the database connection. */
export function contextOf(
  services: AppServices,
  db: Kysely<DB>,
  as: Asker,
  { members }: Subjects,
  n: number,
): AppContext {
  const roles: Viewer['roles'] = as === 'guest' || as === 'member' ? [] : [as]
  // The nth case is about member n. Moderators cannot read cases about themselves, so member n + 1 makes the call.
  const asker = members[(roles.length > 0 ? n + 1 : n) % members.length] as Viewer
  const viewer = as === 'guest' ? null : { ...asker, roles }
  const session = viewer
    ? { id: viewer.id, expires_at: new Date(Date.now() + 86_400_000).toISOString() }
    : undefined
  return { ...services, db, visitorDb: db, viewer, session, requestId: 'bench', address: '127.0.0.1' }
}
