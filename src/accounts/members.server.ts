import { hashPassword } from 'better-auth/crypto'
import { type Kysely, sql } from 'kysely'
import type { Viewer } from '../core/viewer.ts'
import type { DB } from '../db/types.ts'
import { findViewer } from './session/session.server.ts'

export interface NewMember {
  email: string
  username?: string
  full_name?: string | null
  password?: string
  email_verified?: boolean
}

/** Creates a member for tests and seeds. A verified member counts as established, not as new. */
export async function createMember(db: Kysely<DB>, member: NewMember): Promise<Viewer> {
  const { email, username, full_name, password, email_verified = true } = member
  const hash = password && (await hashPassword(password))
  const id = await db.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('users')
      .values({ email: email.toLowerCase(), username, email_verified })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (email_verified)
      await transaction
        .updateTable('profiles')
        .set({ established_at: sql`now()` })
        .where('id', '=', id)
        .execute()
    if (full_name) await transaction.updateTable('profiles').set({ full_name }).where('id', '=', id).execute()
    if (hash) await addPassword(transaction, id, hash)
    return id
  })
  return (await findViewer(db, id)) as Viewer
}

/** Adds a password to a member without one. `hash` comes from `hashPassword()` of better-auth/crypto. */
export async function addPassword(db: Kysely<DB>, user_id: string, hash: string): Promise<void> {
  await db
    .insertInto('accounts')
    .values({ user_id, account_id: user_id, provider_id: 'credential', password: hash })
    .execute()
}
