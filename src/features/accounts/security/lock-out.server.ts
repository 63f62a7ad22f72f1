import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../db/types.ts'
import { endAccessTokens } from '../access-tokens/sql.server.ts'
import { endSecondFactorSince } from '../second-factor/sql.server.ts'
import { forgetDevices } from '../sign-in/devices.server.ts'
import { deleteResetTokens } from '../sql.server.ts'
import type { EndedAccess } from './links.ts'
import { endSessions } from './sql.server.ts'

/**
 * Ends all access to an account except by its mailbox: sessions, the password, passkeys, connected accounts, access tokens,
 * links to reset the password, known devices. A second factor ends if it was added at `since` or later. An older one still
 * protects against others who read the mailbox.
 */
export async function lockOut(db: Kysely<DB>, userId: string, since?: string): Promise<EndedAccess> {
  await sql`update accounts set password = null, updated_at = now() where user_id = ${userId}`.execute(db)
  await deleteResetTokens(db, userId)
  await forgetDevices(db, userId)
  const sessions = await endSessions(db, userId, undefined)
  const secondFactor = since !== undefined && (await endSecondFactorSince(db, userId, since))
  return { sessions, ...(secondFactor && { 'second-factor': 1 }), ...(await endStandingAccess(db, userId)) }
}

/** Ends access that doesn't need the password: passkeys, connected accounts and access tokens. */
export async function endStandingAccess(db: Kysely<DB>, userId: string): Promise<EndedAccess> {
  const providers = await db
    .deleteFrom('accounts')
    .where('user_id', '=', userId)
    .where('provider_id', '<>', 'credential')
    .executeTakeFirst()
  const passkeys = await db.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst()
  return {
    passkeys: Number(passkeys.numDeletedRows),
    providers: Number(providers.numDeletedRows),
    tokens: await endAccessTokens(db, userId),
  }
}
