import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './types.ts'

/** Uses the transaction of `db` if it is one, else begins one. */
export function inTransaction<Done>(
  db: Kysely<DB>,
  act: (trx: Transaction<DB>) => Promise<Done>,
): Promise<Done> {
  return db.isTransaction ? act(db as Transaction<DB>) : db.transaction().execute(act)
}

/**
 * Sets who edits, for the revisions of this transaction (db/schema/comments.sql). Call it first: it locks the
 * profile, as deleting an account does before it locks texts.
 */
export async function setEditor(trx: Transaction<DB>, memberId: string): Promise<void> {
  await sql`
    select set_config('threshold.editor', id::text, true) from profiles where id = ${memberId} for key share`.execute(
    trx,
  )
}
