import { type Kysely, sql } from 'kysely'
import type { Services } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'
import { authSecret, signToken, verifyToken } from '../verification/secrets.server.ts'
import { impliedRoles } from './policy.ts'
import { giveRole } from './sql.server.ts'

const FIRST_ADMIN = 'first-admin'

/** Returns the link to become admin and editor, valid until used. Undefined if the forum already has either. */
export async function firstAdminLink({
  config,
  db,
}: Pick<Services, 'config' | 'db'>): Promise<string | undefined> {
  if (await isLed(db)) return undefined
  const id = (await findInvitation(db)) ?? (await insertInvitation(db))
  return `${config.PUBLIC_URL}/?admin=${signToken(authSecret(config), 'first-admin', id)}`
}

/** Makes a user admin and editor. Returns false if the token is invalid or used, or the forum already has either. */
export async function claimForum(
  { config, db }: Pick<Services, 'config' | 'db'>,
  token: string,
  user_id: string,
): Promise<boolean> {
  const id = verifyToken(authSecret(config), 'first-admin', token)
  if (!id) return false
  return db.transaction().execute(async (transaction) => {
    // A concurrent request waits for the lock on the row, and then finds the row deleted.
    const { rows } = await sql`
      delete from verifications where id = ${id} and identifier = ${FIRST_ADMIN}
        and not exists (select from user_roles where role in ('admin', 'editor'))
      returning id`.execute(transaction)
    if (rows.length === 0) return false
    for (const role of impliedRoles('admin')) await giveRole(transaction, { user_id, role, by: user_id })
    return true
  })
}

async function isLed(db: Kysely<DB>): Promise<boolean> {
  const leader = await db
    .selectFrom('user_roles')
    .select('user_id')
    .where('role', 'in', ['admin', 'editor'])
    .limit(1)
    .executeTakeFirst()
  return leader !== undefined
}

async function findInvitation(db: Kysely<DB>): Promise<string | undefined> {
  const found = await db
    .selectFrom('verifications')
    .select('id')
    .where('identifier', '=', FIRST_ADMIN)
    .executeTakeFirst()
  return found?.id
}

async function insertInvitation(db: Kysely<DB>): Promise<string> {
  const { id } = await db
    .insertInto('verifications')
    .values({ identifier: FIRST_ADMIN, value: '', expires_at: sql`now() + interval '100 years'` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
