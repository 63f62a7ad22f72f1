import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './types.ts'

/** Runs `act` in a transaction: the one that `db` already is, or a new one. */
export function inTransaction<Done>(
  db: Kysely<DB>,
  act: (trx: Transaction<DB>) => Promise<Done>,
): Promise<Done> {
  return db.isTransaction ? act(db as Transaction<DB>) : db.transaction().execute(act)
}

/**
 * Sets the editor for the revisions of this transaction (db/schema/comments.sql). Must come first in the
 * transaction, because it locks the profile, which account deletion also locks before it locks texts.
 */
export async function setEditor(trx: Transaction<DB>, memberId: string): Promise<void> {
  await sql`
    select set_config('threshold.editor', id::text, true) from profiles where id = ${memberId} for key share`.execute(
    trx,
  )
}
