import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Role } from '../accounts/policy.ts'
import type { User } from './contract.ts'

type UserRow = Omit<User, 'can'>

interface RoleChange {
  user_id: string
  role: Role
  /** Who does it; null on the command line. */
  by: string | null
}

interface Page {
  search?: string | undefined
  /** Behind this username, in lower case. */
  cursor?: string | undefined
  limit: number
}

/** Members whose address is verified, by username, and where the list goes on. */
export async function listUsers(db: Kysely<DB>, { search, cursor, limit }: Page) {
  const { rows } = await sql<UserRow>`
    select ${columns} from profiles p join users u on u.id = p.id
    where u.email_verified and ${isBehind(cursor)} and ${matches(search)}
    order by lower(p.username) limit ${limit + 1}`.execute(db)
  const items = rows.slice(0, limit)
  return { items, next: rows.length > limit ? (items.at(-1)?.username.toLowerCase() ?? null) : null }
}

/** A member whose address is verified. */
export async function findUser(db: Kysely<DB>, id: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select ${columns} from profiles p join users u on u.id = p.id
    where p.id = ${id} and u.email_verified`.execute(db)
  return rows[0]
}

/** Gives a role and records who did. False when it was there already. */
export async function giveRole(db: Kysely<DB>, { user_id, role, by }: RoleChange): Promise<boolean> {
  const { rows } = await sql`
    with given as (
      insert into user_roles (user_id, role, granted_by) values (${user_id}, ${role}, ${by})
      on conflict (user_id, role) do nothing returning user_id, role)
    insert into role_changes (user_id, role, act, changed_by)
    select user_id, role, 'granted', ${by}::uuid from given returning id`.execute(db)
  return rows.length > 0
}

/** Takes a role and records who did. False when it was not there. */
export async function takeRole(db: Kysely<DB>, { user_id, role, by }: RoleChange): Promise<boolean> {
  const { rows } = await sql`
    with taken as (
      delete from user_roles where user_id = ${user_id} and role = ${role} returning user_id, role)
    insert into role_changes (user_id, role, act, changed_by)
    select user_id, role, 'revoked', ${by}::uuid from taken returning id`.execute(db)
  return rows.length > 0
}

const columns = sql`
  p.id, p.username, p.full_name, p.avatar_url,
  array(select role from user_roles where user_id = p.id order by role) as roles`

function isBehind(cursor: string | undefined) {
  return cursor === undefined ? sql`true` : sql`lower(p.username) > ${cursor}`
}

/**
 * Names that hold the text; by an index from three characters on (0003_profiles.sql). Fewer are found by it where a
 * name begins with them.
 */
function matches(search: string | undefined) {
  if (!search) return sql`true`
  const names = sql`folded(p.username || ' ' || coalesce(p.full_name, ''))`
  // Escaped after folding, which makes a percent sign of a wide one.
  const text = sql`regexp_replace(folded(${search}), '([\\\\%_])', '\\\\\\1', 'g')`
  if ([...search].length > 2) return sql`${names} like '%' || ${text} || '%'`
  return sql`(${names} like ${text} || '%' or ${names} like '% ' || ${text} || '%')`
}
