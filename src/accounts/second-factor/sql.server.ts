import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { endSessions } from '../security/sql.server.ts'
import { MAX_FAILED_ATTEMPTS } from './policy.ts'

export function findSecondFactor(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('two_factors')
    .select(['secret', 'backup_codes', 'issued_codes', 'verified', 'created_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Stores an unconfirmed secret. Returns false if the member has a confirmed one. */
export async function storeTotpSecret(db: Kysely<DB>, userId: string, secret: string): Promise<boolean> {
  const { rows } = await sql`
    insert into two_factors (user_id, secret, backup_codes) values (${userId}, ${secret}, '')
    on conflict (user_id) do update set secret = excluded.secret, created_at = now()
      where not two_factors.verified
    returning id`.execute(db)
  return rows.length > 0
}

interface SecondFactorStart {
  userId: string
  /** Secret that the code confirmed. Another tab may have replaced it with a new one since. */
  secret: string
  recoveryCodes: string
  /** Session that stays signed in. */
  keptId: string | undefined
}

/** Turns on the second factor and ends other sessions. Returns false if the secret has been replaced. */
export function startSecondFactor(db: Kysely<DB>, start: SecondFactorStart): Promise<boolean> {
  const { userId, secret, recoveryCodes, keptId } = start
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('two_factors')
      .set({
        verified: true,
        backup_codes: recoveryCodes,
        issued_codes: recoveryCodes,
        created_at: sql`now()`,
      })
      .where('user_id', '=', userId)
      .where('secret', '=', secret)
      .where('verified', '=', false)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await trx.updateTable('users').set({ two_factor_enabled: true }).where('id', '=', userId).execute()
    await endSessions(trx, userId, keptId)
    return true
  })
}

export function endSecondFactor(db: Kysely<DB>, userId: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const ended = await trx
      .deleteFrom('two_factors')
      .where('user_id', '=', userId)
      .returning('verified')
      .executeTakeFirst()
    if (!ended?.verified) return false
    await trx.updateTable('users').set({ two_factor_enabled: false }).where('id', '=', userId).execute()
    return true
  })
}

/** Removes a second factor added at `since` or later, or unconfirmed. Returns false if none was in use. */
export async function endSecondFactorSince(db: Kysely<DB>, userId: string, since: string): Promise<boolean> {
  const { rows } = await sql`
    with ended as (
      delete from two_factors where user_id = ${userId} and (created_at >= ${since} or not verified)
      returning verified)
    update users set two_factor_enabled = false where id = ${userId} and (select verified from ended)
    returning id`.execute(db)
  return rows.length > 0
}

export async function replaceRecoveryCodes(db: Kysely<DB>, userId: string, codes: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factors')
    .set({ backup_codes: codes, issued_codes: codes })
    .where('user_id', '=', userId)
    .where('verified', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records the time step of an accepted code. Returns false if this or a later step was already used. */
export async function consumeTimeStep(db: Kysely<DB>, userId: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    update two_factors set used_step = ${step}
    where user_id = ${userId} and (used_step is null or used_step < ${step})
    returning id`.execute(db)
  return rows.length > 0
}

/** Takes back a failed attempt, and unlocks the account if that attempt had locked it. */
export async function forgiveAttempt(db: Kysely<DB>, userId: string): Promise<void> {
  await sql`
    update two_factors set failed_verification_count = greatest(failed_verification_count - 1, 0),
      locked_until = case when failed_verification_count <= ${MAX_FAILED_ATTEMPTS} then null else locked_until end
    where user_id = ${userId}`.execute(db)
}
