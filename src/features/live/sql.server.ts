import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'

/** Those of the sessions that are still good. */
export async function livingSessions(db: Kysely<DB>, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from sessions where id = any(${ids}::uuid[]) and expires_at > now()`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
