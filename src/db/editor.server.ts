import { sql, type Transaction } from 'kysely'
import type { DB } from './types.ts'

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
