import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { FLOOD_MS } from './policy.ts'

/** Stores that a flood has started, or prolongs one that another node noticed or that ended a minute ago. */
export async function noteFlood(db: Kysely<DB>): Promise<void> {
  const end = sql`now() + ${FLOOD_MS / 1000}::int * interval '1 second'`
  await sql`
    with prolonged as (
      update floods set ends_at = ${end} where ends_at > now() - interval '1 minute' returning 1
    )
    insert into floods (ends_at) select ${end} where not exists (select from prolonged)
    on conflict do nothing`.execute(db)
}

/** Deletes floods that ended more than `days` ago. */
export async function deleteOldFloods(db: Kysely<DB>, days: number): Promise<void> {
  await sql`delete from floods where ends_at < now() - ${days}::int * interval '1 day'`.execute(db)
}
