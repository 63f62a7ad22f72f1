import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Export } from './contract.ts'
import { EVERY_HOURS, TRIES } from './policy.ts'

/** Maximum number of listed exports. It is hardly reached, because exports are deleted after a week. */
const LISTED = 20

const exportColumns = sql`id, state, bytes::float8 as bytes, created_at, expires_at,
  case when state = 'ready' then 1 else least(1, done::float8 / greatest(1, total)) end as progress`

/** Adds an export. Undefined if there is a recent one. Concurrent calls violate `exports_under_way_key`. */
export async function insertExport(db: Kysely<DB>, memberId: string): Promise<Export | undefined> {
  const { rows } = await sql<Export>`
    insert into exports (member_id) select ${memberId}::uuid where not exists (${recentExports(memberId)})
    returning ${exportColumns}`.execute(db)
  return rows[0]
}

/** Returns when the member can request the next export, which may be now. */
export async function findNextAt(db: Kysely<DB>, memberId: string): Promise<string> {
  const { rows } = await sql<{ next_at: string }>`
    select coalesce(max(created_at) + make_interval(hours => ${EVERY_HOURS}), now()) as next_at
    from (${recentExports(memberId)}) as recent`.execute(db)
  return (rows[0] as { next_at: string }).next_at
}

function recentExports(memberId: string) {
  return sql`select created_at from exports where member_id = ${memberId} and state <> 'failed'
    and created_at > now() - make_interval(hours => ${EVERY_HOURS})`
}

export async function listExports(db: Kysely<DB>, memberId: string): Promise<Export[]> {
  const { rows } = await sql<Export>`
    select ${exportColumns} from exports where member_id = ${memberId} and expires_at > now()
    order by id desc limit ${LISTED}`.execute(db)
  return rows
}

/** Finds a finished export of the member. Returns the date on which it was requested. */
export async function findReady(db: Kysely<DB>, memberId: string, id: string) {
  const { rows } = await sql<{ day: string }>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day from exports
    where id = ${id} and member_id = ${memberId} and state = 'ready' and expires_at > now()`.execute(db)
  return rows[0]
}

/** Returns the ids of exports that are waiting or were interrupted. */
export async function listUnfinished(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from exports where state in ('waiting', 'making') order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Begins an export and returns the member's id, or undefined if there is nothing to do. Marks the export as
 * failed after too many attempts.
 */
export async function beginExport(db: Kysely<DB>, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ member_id: string; state: string }>`
    update exports set tries = tries + 1, done = 0,
      state = case when tries >= ${TRIES} then 'failed' else 'making' end,
      ended_at = case when tries >= ${TRIES} then now() end
    where id = ${id} and state in ('waiting', 'making') returning member_id, state`.execute(db)
  return rows[0]?.state === 'making' ? rows[0].member_id : undefined
}

export async function updateExportProgress(
  db: Kysely<DB>,
  id: string,
  { done, total }: { done: number; total: number },
): Promise<void> {
  await sql`update exports set done = ${done}, total = ${total} where id = ${id} and state = 'making'`.execute(
    db,
  )
}

export async function finishExport(db: Kysely<DB>, id: string, bytes: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update exports set state = 'ready', bytes = ${bytes}, ended_at = now(), expires_at = now() + interval '7 days'
    where id = ${id} and state = 'making'`.execute(db)
  return numAffectedRows === 1n
}

export async function findStoredExports(db: Kysely<DB>, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from exports where id = any (${[...ids]}::uuid[]) and expires_at > now()`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export async function deleteExpired(db: Kysely<DB>): Promise<void> {
  await sql`delete from exports where expires_at <= now()`.execute(db)
}
