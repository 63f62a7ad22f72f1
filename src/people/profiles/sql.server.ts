import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { findLookalike, LIKE_STAFF } from '../../accounts/sign-in/lookalikes.server.ts'
import { isReservedUsername } from '../../accounts/sql.server.ts'
import { inTransaction } from '../../db/transaction.server.ts'
import type { DB } from '../../db/types.ts'
import type { Author } from '../../shared/authors/contract.ts'
import { memberColumns } from '../../shared/authors/sql.server.ts'
import type { Profile } from './contract.ts'
import { PROFILE_FIELDS } from './inputs.ts'
import type { OwnProfile } from './my-profile-contract.ts'
import { FORMER_NAMES_MAX } from './my-profile-policy.ts'
import { MEMBER_SEARCH_MIN, MEMBER_SEARCH_SIZE, MENTION_MIN } from './policy.ts'

/** Finds a verified or imported member by username, or by one given up within 90 days (db/schema/profiles.sql). */
export function memberIdByUsername(username: string): RawBuilder<string> {
  return sql`(
    select p.id from profiles p join users u on u.id = p.id
    where lower(p.username) = lower(${username})
      and (u.email_verified or exists (select from imported i where i.id = u.id and i.kind = 'member'))
    union all
    select f.user_id from former_usernames f join users u on u.id = f.user_id
    where f.username = lower(${username}) and is_former_username(f.username, null) and u.email_verified)`
}

export async function findMember(db: Kysely<DB>, username: string): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{
    id: string
  }>`select id from ${memberIdByUsername(username)} as member`.execute(db)
  return rows[0]
}

const fields = sql.join(PROFILE_FIELDS.map((field) => sql.ref(`p.${field}`)))

export async function findProfile(db: Kysely<DB>, username: string) {
  const { rows } = await sql<Omit<Profile, 'bio_html'>>`
    select ${memberColumns}, ${fields}, p.post_count, p.comment_count,
      (select count(*)::integer from notes where author_id = p.id and parent_id is null and removed_at is null) as note_count, p.followers_count, p.following_count, p.created_at,
      array(select role from user_roles where user_id = p.id order by role) as roles
    from profiles p where p.id = ${memberIdByUsername(username)}`.execute(db)
  return rows[0]
}

/** Maximum number of matching members that a search sorts. It ignores further matches to stay fast. */
const CANDIDATES = sql.lit(200)

interface MemberSearch {
  exclude?: string | undefined
  limit?: number
  /** `beginning` matches the beginning of a word of the name. Otherwise, any part of it matches. */
  match?: 'beginning' | undefined
}

const CONTAINS = sql`p.searched_names like '%' || pattern.literal || '%'`
/** Matches words that begin with the typed ones. Only letters are used, so no tsquery operators get in. */
const BEGINS = sql`name_vector(p.username, p.full_name) @@
  to_tsquery('public.threshold', array_to_string(array(
    select word || ':*' from regexp_split_to_table(pattern.text, '[^' || public.search_letters() || ']+') as word where word <> ''), ' & '))`

/** Finds members, best matches first. Escapes LIKE wildcards after removing accents, which can add some. */
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

type Change = Partial<Omit<OwnProfile, 'avatar_url'>>

const COLUMNS = [...PROFILE_FIELDS, 'avatar_url', 'messages_from', 'updated_at'] as const

export function readOwnProfile(db: Kysely<DB>, id: string): Promise<OwnProfile> {
  return db
    .selectFrom('profiles')
    .select(COLUMNS)
    .where('id', '=', id)
    .$castTo<OwnProfile>()
    .executeTakeFirstOrThrow()
}

/** The new username or name is reserved, resembles a staff member's, or was changed too often. */
export class UsernameRejectedError extends Error {
  override name = 'UsernameRejectedError'
  readonly field: 'username' | 'full_name'

  constructor(message: string, field: 'username' | 'full_name' = 'username') {
    super(message)
    this.field = field
  }
}

/** Returns the old and new profile. Undefined if changed after `updated_at`. Throws UsernameRejectedError. */
export function updateProfile(db: Kysely<DB>, id: string, { updated_at, ...change }: Change) {
  return inTransaction(db, async (trx) => {
    const before = await trx
      .selectFrom('profiles')
      .select(COLUMNS)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .$castTo<OwnProfile>()
      .executeTakeFirstOrThrow()
    if (updated_at !== undefined && updated_at !== before.updated_at) return undefined
    const { username = before.username } = change
    const isRenamed = username.toLowerCase() !== before.username.toLowerCase()
    if (isRenamed && (await isReservedUsername(trx, username)))
      throw new UsernameRejectedError('This username is taken.')
    await refuseLookalike(trx, id, {
      username: isRenamed ? username : undefined,
      full_name: change.full_name === before.full_name ? undefined : change.full_name,
    })
    const after = await trx
      .updateTable('profiles')
      // Sets `id` to itself, because an UPDATE that sets no column at all would be invalid.
      .set({ ...change, id })
      .where('id', '=', id)
      .returning(COLUMNS)
      .$castTo<OwnProfile>()
      .executeTakeFirstOrThrow()
    if (isRenamed) await refuseCollecting(trx, id)
    return { before, after }
  })
}

/** Rejects a name that resembles a staff member's or a reserved one. Unchanged names are not checked. */
async function refuseLookalike(trx: Transaction<DB>, id: string, names: Parameters<typeof findLookalike>[1]) {
  const found = await findLookalike(trx, names, id)
  if (!found) return
  if (found.like === 'staff') throw new UsernameRejectedError(LIKE_STAFF, found.field)
  throw new UsernameRejectedError(
    found.field === 'username' ? 'This username is reserved.' : LIKE_STAFF,
    found.field,
  )
}

async function refuseCollecting(trx: Transaction<DB>, id: string): Promise<void> {
  const { names } = await trx
    .selectFrom('former_usernames')
    .select(sql<number>`count(*)`.as('names'))
    .where('user_id', '=', id)
    .where(sql<boolean>`is_former_username(username, null)`)
    .executeTakeFirstOrThrow()
  if (names > FORMER_NAMES_MAX)
    throw new UsernameRejectedError('You’ve changed your username too often. Please try again later.')
}
