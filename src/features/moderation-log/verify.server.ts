import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'

/** How long the log is, and the number of the first entry that is not as it was written; null where all are. */
export async function findBrokenEntry(db: Kysely<DB>): Promise<{ entries: number; broken: number | null }> {
  const { rows } = await sql<{ entries: number; broken: number | null }>`
    select (select count(*)::integer from moderation_actions) as entries,
      broken_moderation_log()::integer as broken`.execute(db)
  return rows[0] as { entries: number; broken: number | null }
}

/** An entry's digest in hexadecimal: it covers the entry and every one before. */
export interface Digest {
  number: number
  digest: string
}

/** Of the newest entry, or of the one with this number; null where there is none. */
export async function findDigest(db: Kysely<DB>, number?: number): Promise<Digest | null> {
  const { rows } = await sql<Digest>`
    select number::integer as number, encode(digest, 'hex') as digest from moderation_actions
    where ${number === undefined ? sql`true` : sql`number = ${number}`} order by moderation_actions.number desc limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}
