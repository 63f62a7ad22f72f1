import { type Kysely, sql } from 'kysely'
import type { Role } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { toPage } from '../../platform/keyset.server.ts'
import { memberColumns } from '../../shared/authors/sql.server.ts'
import type { User } from './contract.ts'

type UserRow = Omit<User, 'can'>

export interface RoleChange {
  user_id: string
  role: Role
  /** Id of the member who made the change. Null on the command line. */
  by: string | null
}

interface Page {
  search?: string | undefined
  /** Last username of the previous page, in lower case. */
  cursor?: string | undefined
  limit: number
}

export async function listUsers(db: Kysely<DB>, { search, cursor, limit }: Page) {
  const { rows } = await sql<UserRow>`
    select ${columns} from (
      select ${memberColumns} from ${search ? profilesNamed(search) : sql`profiles`} p
      where ${cursor === undefined ? sql`true` : sql`lower(p.username) > ${cursor}`}
      order by lower(p.username) limit ${limit + 1}) p
    order by lower(p.username)`.execute(db)
  return toPage(rows, limit, ({ username }) => username.toLowerCase())
}

export async function findUser(db: Kysely<DB>, id: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select ${columns} from profiles p
    where p.id = ${id}`.execute(db)
  return rows[0]
}

export async function giveRole(db: Kysely<DB>, { user_id, role, by }: RoleChange): Promise<boolean> {
  const { rows } = await sql`
    with given as (
      insert into user_roles (user_id, role, granted_by) values (${user_id}, ${role}, ${by})
      on conflict (user_id, role) do nothing returning user_id, role)
    insert into role_changes (user_id, role, act, changed_by)
    select user_id, role, 'granted', ${by}::uuid from given returning id`.execute(db)
  return rows.length > 0
}

/** Revokes a role. Returns false if the member lacks it. The database refuses to revoke it from the last admin. */
export async function takeRole(db: Kysely<DB>, { user_id, role, by }: RoleChange): Promise<boolean> {
  const { rows } = await sql<{ is_revoked: boolean }>`
    select revoke_role(${user_id}, ${role}, ${by}) as is_revoked`.execute(db)
  return rows[0]?.is_revoked ?? false
}

const columns = sql`
  ${memberColumns}, (select email_verified from users where id = p.id) as is_verified,
  array(select role from user_roles where user_id = p.id order by role) as roles`

/**
 * Finds profiles by part of a name, with an index (db/schema/profiles.sql). One or two characters match a name's start.
 * `offset 0` makes the planner search before it sorts: walking through all names is slow if matches are rare.
 */
export function profilesNamed(search: string) {
  return sql`(
    select ${memberColumns} from profiles p where ${matches(search)} offset 0)`
}

function matches(search: string) {
  const names = sql`username || ' ' || coalesce(full_name, '')`
  // The index can't find symbols, so this scans all names. Folding each would take a hundred times as long.
  if (!/[\p{L}\p{N}]/u.test(search)) return sql`strpos(${names}, ${search}) > 0`
  if ([...search].length === 1) return sql`strpos(lower(' ' || ${names}), ' ' || lower(${search})) > 0`
  // Escapes after folding, because folding turns a full-width percent sign into a plain one.
  const text = sql`regexp_replace(folded(${search}), '([\\\\%_])', '\\\\\\1', 'g')`
  if ([...search].length > 2) return sql`searched_names like '%' || ${text} || '%'`
  return sql`(searched_names like ${text} || '%' or searched_names like '% ' || ${text} || '%')`
}
