import type { Kysely } from 'kysely'
import type { Role } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { impliedRoles } from './policy.ts'
import { giveRole, type RoleChange, takeRole } from './sql.server.ts'

/** Grants a role and those it implies. Returns the roles that the member did not have before. */
export async function grantWithImplied(db: Kysely<DB>, change: RoleChange): Promise<Role[]> {
  const granted: Role[] = []
  // Grants implied roles first, so that an interruption leaves no role without them.
  for (const role of impliedRoles(change.role).toReversed())
    if (await giveRole(db, { ...change, role })) granted.push(role)
  return granted
}

/** Revokes a role. Returns false if the member lacks it. Throws if another of their roles implies it. */
export async function revokeUnlessImplied(db: Kysely<DB>, change: RoleChange): Promise<boolean> {
  const held = await db
    .selectFrom('user_roles')
    .select('role')
    .where('user_id', '=', change.user_id)
    .$castTo<{ role: Role }>()
    .execute()
  const owner = held.find(({ role }) => role !== change.role && impliedRoles(role).includes(change.role))
  if (owner) throw new RequiredRoleError(owner.role)
  return takeRole(db, change)
}

export class RequiredRoleError extends Error {
  override name = 'RequiredRoleError'
  readonly by: Role

  constructor(by: Role) {
    super(`This role is part of ${by}.`)
    this.by = by
  }
}
