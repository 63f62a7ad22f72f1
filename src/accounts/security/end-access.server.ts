import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { endAccessTokens } from '../access-tokens/sql.server.ts'
import { endSecondFactorSince } from '../second-factor/sql.server.ts'
import { forgetDevices } from '../sign-in/devices.server.ts'
import { deleteResetTokens } from '../sql.server.ts'
import type { EndedAccess } from './links.ts'
import { endSessions } from './sql.server.ts'

/**
 * Ends all access except through the mailbox: sessions, password, passkeys, providers, access tokens, reset links and
 * known devices. Removes a second factor only if it was added at `since` or later. An older one protects the account
 * from others who can read the mailbox.
 */
export async function endAllAccess(db: Kysely<DB>, userId: string, since?: string): Promise<EndedAccess> {
  await sql`update accounts set password = null, updated_at = now() where user_id = ${userId}`.execute(db)
  await deleteResetTokens(db, userId)
  await forgetDevices(db, userId)
  const sessions = await endSessions(db, userId, undefined)
  const secondFactor = since !== undefined && (await endSecondFactorSince(db, userId, since))
  return {
    sessions,
    ...(secondFactor && { 'second-factor': 1 }),
    ...(await endPasswordlessAccess(db, userId)),
  }
}

/** Ends access that works without the password: passkeys, providers and access tokens. */
export async function endPasswordlessAccess(db: Kysely<DB>, userId: string): Promise<EndedAccess> {
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
