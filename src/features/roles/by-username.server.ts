import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Role } from '../accounts/policy.ts'
import { giveRole, takeRole } from './sql.server.ts'

// For the command line, which knows members by name and may give every role.

/** False when the member has the role already; nothing at all when there is no such member. */
export async function grantRole(db: Kysely<DB>, username: string, role: Role): Promise<boolean | undefined> {
  const user_id = await findMember(db, username)
  return user_id === undefined ? undefined : giveRole(db, { user_id, role, by: null })
}

/** False when the member does not have the role; nothing at all when there is no such member. */
export async function revokeRole(db: Kysely<DB>, username: string, role: Role): Promise<boolean | undefined> {
  const user_id = await findMember(db, username)
  return user_id === undefined ? undefined : takeRole(db, { user_id, role, by: null })
}

/** Who has which roles: everybody who has one, or one member. */
export function listRoles(
  db: Kysely<DB>,
  username?: string,
): Promise<{ username: string; roles: string[] }[]> {
  return db
    .selectFrom('profiles')
    .innerJoin('user_roles', 'user_roles.user_id', 'profiles.id')
    .select(['profiles.username', sql<string[]>`array_agg(role order by role)`.as('roles')])
    .$if(username !== undefined, (query) => query.where(sql`lower(username)`, '=', username?.toLowerCase()))
    .groupBy('profiles.id')
    .orderBy(sql`lower(username)`)
    .execute()
}

async function findMember(db: Kysely<DB>, username: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('profiles')
    .select('id')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst()
  return found?.id
}
