import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Author } from '../authors/contract.ts'
import { memberColumns } from '../authors/sql.server.ts'
import type { Profile } from './contract.ts'
import { MEMBER_SEARCH_SIZE } from './policy.ts'

/**
 * The id of who is called so, or was until 90 days ago (a name is one or the other: 0003_profiles.sql). Nobody whose
 * address is not verified is found by anybody.
 */
export function memberIdByUsername(username: string): RawBuilder<string> {
  return sql`(
    select p.id from profiles p join users u on u.id = p.id
    where lower(p.username) = lower(${username}) and u.email_verified
    union all
    select f.user_id from former_usernames f join users u on u.id = f.user_id
    where f.username = lower(${username}) and is_former_username(f.username, null) and u.email_verified)`
}

export async function findProfile(db: Kysely<DB>, username: string) {
  const { rows } = await sql<Omit<Profile, 'bio_html'>>`
    select ${memberColumns}, p.bio, p.location, p.website_url, p.post_count,
      p.comment_count,
      (select count(*)::integer from notes where author_id = p.id and parent_id is null and removed_at is null) as note_count, p.followers_count, p.following_count, p.created_at,
      array(select role from user_roles where user_id = p.id order by role) as roles
    from profiles p where p.id = ${memberIdByUsername(username)}`.execute(db)
  return rows[0]
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
      where folded_names(p.username || ' ' || coalesce(p.full_name, '')) like '%' || pattern.literal || '%'
      limit ${CANDIDATES}))
    select ${memberColumns}
    from pattern, found join profiles p on p.id = found.id join users u on u.id = p.id
    where u.email_verified and lower(p.username) <> lower(${exclude})
    order by lower(p.username) = lower(${text}) desc,
      starts_with(folded(p.username), pattern.text) or starts_with(folded(p.full_name), pattern.text) desc nulls last,
      p.followers_count desc, lower(p.username) limit ${sql.lit(limit)}`.execute(db)
  return rows
}
