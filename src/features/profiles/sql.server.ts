import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { type Cursor, writeCursor } from '../posts/cursor.ts'
import { excerpt } from '../posts/excerpt.ts'
import { categoriesOfPost } from '../posts/summary-sql.server.ts'
import type { Author, Profile, ProfileComment, ProfilePost } from './contract.ts'
import { EXCERPT_LENGTH, MEMBER_SEARCH_SIZE, TAB_SIZE } from './policy.ts'

/**
 * The id of who is called so, or was until 90 days ago (a name is one or the other: 0003_profiles.sql). Nobody whose
 * address is not verified is found by anybody.
 */
export function memberNamed(username: string): RawBuilder<string> {
  return sql`(
    select p.id from profiles p join users u on u.id = p.id
    where lower(p.username) = lower(${username}) and u.email_verified
    union all
    select f.user_id from former_usernames f join users u on u.id = f.user_id
    where f.username = lower(${username}) and is_former_username(f.username, null) and u.email_verified)`
}

export async function findProfile(db: Kysely<DB>, username: string): Promise<Profile | undefined> {
  const { rows } = await sql<Profile>`
    select p.id, p.username, p.full_name, p.avatar_url, p.bio, p.location, p.website_url, p.post_count,
      p.comment_count, p.followers_count, p.following_count, p.created_at,
      array(select role from user_roles where user_id = p.id order by role) as roles
    from profiles p where p.id = ${memberNamed(username)}`.execute(db)
  return rows[0]
}

interface Listed<Item> {
  member_id: string
  items: Item[]
  next: string | null
}

/** Posts of a member, newest first; nothing when there is no such member. */
export async function listPostsOf(db: Kysely<DB>, username: string, cursor: Cursor | undefined) {
  type Row = Omit<ProfilePost, 'excerpt'> & { beginning: string }
  return listOf<Row>(
    db,
    username,
    sql`
      select p.id, p.title, ${beginningOf(sql`p.content_text`)} as beginning, ${categoriesOfPost} as categories,
        p.votes_score, p.view_count, p.comment_count, p.is_pinned, p.created_at, p.edited_at
      from posts p where p.author_id = member.id and ${isBehind(cursor, 'p')}
      order by p.created_at desc, p.id desc limit ${sql.lit(TAB_SIZE + 1)}`,
  )
}

/** Comments of a member, newest first; nothing when there is no such member. Deleted ones have no author. */
export async function listCommentsOf(db: Kysely<DB>, username: string, cursor: Cursor | undefined) {
  type Row = Omit<ProfileComment, 'excerpt'> & { beginning: string }
  return listOf<Row>(
    db,
    username,
    sql`
      select c.id, c.post_id, p.title as post_title, c.parent_id, ${beginningOf(sql`c.content`)} as beginning,
        c.votes_score, c.created_at, c.edited_at
      from comments c join posts p on p.id = c.post_id
      where c.author_id = member.id and ${isBehind(cursor, 'c')}
      order by c.created_at desc, c.id desc limit ${sql.lit(TAB_SIZE + 1)}`,
  )
}

/** One statement, of which a member without any gets one empty row. */
async function listOf<Row extends { id: string; created_at: string; beginning: string }>(
  db: Kysely<DB>,
  username: string,
  things: RawBuilder<unknown>,
): Promise<Listed<Omit<Row, 'beginning' | 'member_id'> & { excerpt: string }> | undefined> {
  const { rows } = await sql<Row & { member_id: string }>`
    select member.id as member_id, thing.* from ${memberNamed(username)} as member
    left join lateral (${things}) as thing on true
    order by thing.created_at desc, thing.id desc`.execute(db)
  if (!rows[0]) return undefined
  const found = rows.filter((row) => row.id !== null)
  const items = found.slice(0, TAB_SIZE).map(({ beginning, member_id: _, ...item }) => {
    return { ...item, excerpt: excerpt(beginning, EXCERPT_LENGTH) }
  })
  const last = found.length > TAB_SIZE ? found[TAB_SIZE - 1] : undefined
  const next = last ? writeCursor({ sort: 'newest', key: last.created_at, id: last.id }) : null
  return { member_id: rows[0].member_id, items, next }
}

/** What is shown and, beyond a space, the letter that tells that there is more. Breaks and spaces in sequence are one. */
function beginningOf(text: RawBuilder<unknown>): RawBuilder<string> {
  const some = sql.lit(EXCERPT_LENGTH * 4)
  return sql`left(regexp_replace(left(${text}, ${some}), '\\s+', ' ', 'g'), ${sql.lit(EXCERPT_LENGTH + 2)})`
}

function isBehind(cursor: Cursor | undefined, table: string): RawBuilder<unknown> {
  if (!cursor?.id) return sql`true`
  const place = sql`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)})`
  return sql`${place} < (${cursor.key}::timestamptz, ${cursor.id}::uuid)`
}

/** How many names that contain the text are looked at: who is called like thousands is found by typing on. */
const CANDIDATES = sql.lit(200)

/**
 * Who is called like this, whatever case and accents: the very username first, then names that begin so, then who is
 * followed most. What LIKE takes for a wildcard is escaped after folding, which may make one of another character.
 */
export async function searchMembers(
  db: Kysely<DB>,
  text: string,
  { exclude = '', limit = MEMBER_SEARCH_SIZE } = {},
): Promise<Author[]> {
  const { rows } = await sql<Author>`
    with typed as (select folded(${text}) as text),
    pattern as (select text, regexp_replace(text, '([\\\\%_])', '\\\\\\1', 'g') as literal from typed
      where char_length(btrim(text)) >= 3),
    found as (
      (select p.id from pattern, profiles p where lower(p.username) = lower(${text}))
      union
      (select p.id from pattern, profiles p
      where folded(p.username || ' ' || coalesce(p.full_name, '')) like '%' || pattern.literal || '%'
      limit ${CANDIDATES}))
    select p.id, p.username, p.full_name, p.avatar_url
    from pattern, found join profiles p on p.id = found.id join users u on u.id = p.id
    where u.email_verified and lower(p.username) <> lower(${exclude})
    order by lower(p.username) = lower(${text}) desc,
      starts_with(folded(p.username), pattern.text) or starts_with(folded(p.full_name), pattern.text) desc nulls last,
      p.followers_count desc, lower(p.username) limit ${sql.lit(limit)}`.execute(db)
  return rows
}
