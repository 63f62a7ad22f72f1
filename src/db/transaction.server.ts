import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './types.ts'

/** In the transaction that `db` is, if it is one. */
export function inTransaction<Done>(
  db: Kysely<DB>,
  act: (trx: Transaction<DB>) => Promise<Done>,
): Promise<Done> {
  return db.isTransaction ? act(db as Transaction<DB>) : db.transaction().execute(act)
}

/**
 * Tells the database who edits, until the transaction ends: beside the words that an edit replaces stands who replaced
 * them (0095_revisions.sql). First in the transaction: it holds the profile, which whoever deletes the account holds
 * before their texts.
 */
export async function noteEditor(trx: Transaction<DB>, memberId: string): Promise<void> {
  await sql`
    select set_config('threshold.editor', id::text, true) from profiles where id = ${memberId} for key share`.execute(
    trx,
  )
}
