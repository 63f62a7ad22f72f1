import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../db/types.ts'
import { browserName } from './browser-name.server.ts'
import type { OwnSession } from './contract.ts'

/** A member has a handful; a program that signs in each time has hundreds, of which the latest say enough. */
const SESSIONS_MAX = 100

interface SessionRow {
  id: string
  ip_address: string | null
  user_agent: string | null
  created_at: string
  used_at: string
}

/** Those that are still good, the one that asks first. */
export async function listSessions(
  db: Kysely<DB>,
  userId: string,
  currentId: string | undefined,
): Promise<OwnSession[]> {
  const { rows } = await sql<SessionRow>`
    select id, ip_address, user_agent, created_at, used_at from sessions
    where user_id = ${userId} and expires_at > now()
    order by id is not distinct from ${currentId ?? null}::uuid desc, used_at desc, id desc
    limit ${SESSIONS_MAX}`.execute(db)
  return rows.map(({ ip_address, user_agent, ...row }) => ({
    ...row,
    ...browserName(user_agent),
    address: ip_address || null,
    is_current: row.id === currentId,
  }))
}

/** Whether there was such a session of theirs. */
export async function endSession(db: Kysely<DB>, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** How many there were. Without a session to keep, all of them end. */
export async function endSessions(
  db: Kysely<DB>,
  userId: string,
  keptId: string | undefined,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where(sql<boolean>`id is distinct from ${keptId ?? null}::uuid`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
