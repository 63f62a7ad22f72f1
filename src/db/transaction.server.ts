import type { Kysely, Transaction } from 'kysely'
import type { DB } from './types.ts'

/** In the transaction that `db` is, if it is one. */
export function inTransaction<Done>(
  db: Kysely<DB>,
  act: (trx: Transaction<DB>) => Promise<Done>,
): Promise<Done> {
  return db.isTransaction ? act(db as Transaction<DB>) : db.transaction().execute(act)
}
