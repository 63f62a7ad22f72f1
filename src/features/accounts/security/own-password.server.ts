import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../db/types.ts'
import { forgetDevices } from '../sign-in/devices.server.ts'
import { deleteResetTokens } from '../sql.server.ts'
import { endSessions } from './sessions-sql.server.ts'

/** Returns the hash of a member's password if `password` is right. Members do not wait in the queue for passwords of guests. */
export async function matchPassword(
  db: Kysely<DB>,
  userId: string,
  password: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('password', 'is not', null)
    .executeTakeFirst()
  const hash = found?.password
  if (!hash) return undefined
  const { verifyPassword } = await import('better-auth/crypto')
  return (await verifyPassword({ hash, password })) ? hash : undefined
}

interface Change {
  userId: string
  /** The hashes of before and from now on. */
  from: string
  to: string
  /** The session that stays. */
  keptId: string | undefined
}

/** Answers false, and changes nothing, when another password was set meanwhile. What the old one opened ends. */
export function replacePassword(db: Kysely<DB>, { userId, from, to, keptId }: Change): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('accounts')
      .set({ password: to, updated_at: sql`now()` })
      .where('user_id', '=', userId)
      .where('password', '=', from)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await endSessions(trx, userId, keptId)
    if (keptId) await noteProof(trx, keptId)
    await deleteResetTokens(trx, userId)
    await forgetDevices(trx, userId)
    return true
  })
}

/** When that was; undefined when the session has ended meanwhile. */
export async function noteProof(db: Kysely<DB>, sessionId: string): Promise<string | undefined> {
  const { rows } = await sql<{ proved_at: string }>`
    update sessions set proved_at = now() where id = ${sessionId} and expires_at > now()
    returning proved_at`.execute(db)
  return rows[0]?.proved_at
}
