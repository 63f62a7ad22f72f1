import { type Kysely, sql } from 'kysely'
import type { Role } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { impliedRoles } from './policy.ts'
import { giveRole, takeRole } from './sql.server.ts'

/** Grants a role and those it implies. Returns false if the member already has it, undefined if there is no member. */
export async function grantRole(db: Kysely<DB>, username: string, role: Role): Promise<boolean | undefined> {
  const user_id = await findMember(db, username)
  if (user_id === undefined) return undefined
  let isNew = false
  // Grants implied roles first, so that an interruption leaves no role without them.
  for (const each of impliedRoles(role).toReversed())
    isNew = (await giveRole(db, { user_id, role: each, by: null })) || isNew
  return isNew
}

/** Revokes a role. False: the member lacks it. Undefined: there is no such user. Throws if another role implies it. */
export async function revokeRole(db: Kysely<DB>, username: string, role: Role): Promise<boolean | undefined> {
  const user_id = await findMember(db, username)
  if (user_id === undefined) return undefined
  const [member] = await listRoles(db, username)
  const owner = member?.roles.find((held) => held !== role && impliedRoles(held).includes(role))
  if (owner) throw new RequiredRoleError(owner)
  return takeRole(db, { user_id, role, by: null })
}

export class RequiredRoleError extends Error {
  override name = 'RequiredRoleError'
  readonly by: Role

  constructor(by: Role) {
    super(`This role is part of ${by}.`)
    this.by = by
  }
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
