import { type Kysely, sql } from 'kysely'
import type { Role } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { grantWithImplied, revokeUnlessImplied } from './change-role.server.ts'

/** Grants a role and those it implies. Returns false if the member already has it, undefined if there is no member. */
export async function grantRole(db: Kysely<DB>, username: string, role: Role): Promise<boolean | undefined> {
  const user_id = await findMember(db, username)
  if (user_id === undefined) return undefined
  return (await grantWithImplied(db, { user_id, role, by: null })).length > 0
}

/** Revokes a role. False: the member lacks it. Undefined: there is no such user. Throws if another role implies it. */
export async function revokeRole(db: Kysely<DB>, username: string, role: Role): Promise<boolean | undefined> {
  const user_id = await findMember(db, username)
  if (user_id === undefined) return undefined
  return revokeUnlessImplied(db, { user_id, role, by: null })
}

export function listRoles(db: Kysely<DB>, username?: string): Promise<{ username: string; roles: Role[] }[]> {
  return db
    .selectFrom('profiles')
    .innerJoin('user_roles', 'user_roles.user_id', 'profiles.id')
    .select(['profiles.username', sql<Role[]>`array_agg(role order by role)`.as('roles')])
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
