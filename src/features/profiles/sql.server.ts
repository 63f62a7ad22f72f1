import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Author } from '../authors/contract.ts'
import { memberColumns } from '../authors/sql.server.ts'
import type { Profile } from './contract.ts'
import { MEMBER_SEARCH_MIN, MEMBER_SEARCH_SIZE, MENTION_MIN } from './policy.ts'

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

interface MemberSearch {
  exclude?: string | undefined
  limit?: number
  /** Whole or part of a name as it stands; or the beginning of one of its words. */
  match?: 'beginning' | undefined
}

const CONTAINS = sql`p.searched_names like '%' || pattern.literal || '%'`
/** Words of a name as `name_vector` parts them. Operators of a query are none of their letters. */
const BEGINS = sql`name_vector(p.username, p.full_name) @@
  to_tsquery('public.threshold', array_to_string(array(
    select word || ':*' from regexp_split_to_table(pattern.text, '[^' || public.search_letters() || ']+') as word where word <> ''), ' & '))`

/**
 * Who is called like this, whatever case and accents: the very username first, then names that begin so, then who is
 * followed most. What LIKE takes for a wildcard is escaped after folding, which may make one of another character.
 */
export async function searchMembers(
  db: Kysely<DB>,
  text: string,
  { exclude = '', limit = MEMBER_SEARCH_SIZE, match }: MemberSearch = {},
): Promise<Author[]> {
  const { rows } = await sql<Author>`
    with typed as (select folded(${text}) as text),
    pattern as (select text, regexp_replace(text, '([\\\\%_])', '\\\\\\1', 'g') as literal from typed
      where char_length(btrim(text)) >= ${sql.lit(match ? MENTION_MIN : MEMBER_SEARCH_MIN)}),
    found as (
      (select p.id from pattern, profiles p where lower(p.username) = lower(${text}))
      union
      (select p.id from pattern, profiles p where ${match ? BEGINS : CONTAINS} limit ${CANDIDATES}))
    select ${memberColumns}
    from pattern, found join profiles p on p.id = found.id join users u on u.id = p.id
    where u.email_verified and lower(p.username) <> lower(${exclude})
    order by lower(p.username) = lower(${text}) desc,
      starts_with(folded(p.username), pattern.text) or starts_with(folded(p.full_name), pattern.text) desc nulls last,
      p.followers_count desc, lower(p.username) limit ${sql.lit(limit)}`.execute(db)
  return rows
}
