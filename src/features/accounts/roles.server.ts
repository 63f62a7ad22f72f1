import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Role } from './policy.ts'

/** False when the member has the role already; nothing at all when there is no such member. */
export async function grantRole(db: Kysely<DB>, username: string, role: Role): Promise<boolean | undefined> {
  const user_id = await findMember(db, username)
  if (!user_id) return undefined
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('user_roles')
    .values({ user_id, role })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) > 0
}

/** False when the member does not have the role; nothing at all when there is no such member. */
export async function revokeRole(db: Kysely<DB>, username: string, role: Role): Promise<boolean | undefined> {
  const user_id = await findMember(db, username)
  if (!user_id) return undefined
  const { numDeletedRows } = await db
    .deleteFrom('user_roles')
    .where('user_id', '=', user_id)
    .where('role', '=', role)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows) > 0
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
