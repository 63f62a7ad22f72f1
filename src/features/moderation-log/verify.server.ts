import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'

/** How long the log is, and the number of the first entry that is not as it was written; null where all are. */
export async function findBrokenEntry(db: Kysely<DB>): Promise<{ entries: number; broken: number | null }> {
  const { rows } = await sql<{ entries: number; broken: number | null }>`
    select (select count(*)::integer from moderation_actions) as entries,
      broken_moderation_log()::integer as broken`.execute(db)
  return rows[0] as { entries: number; broken: number | null }
}
