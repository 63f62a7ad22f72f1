import Bowser from 'bowser'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { forgetDevices } from '../sign-in/devices.server.ts'
import { deleteResetTokens } from '../sql.server.ts'

/** Maximum sessions in the list, because a program that signs in on every run can have hundreds. */
const SESSIONS_MAX = 100

interface SessionRow {
  id: string
  ip_address: string | null
  user_agent: string | null
  created_at: string
  used_at: string
}

/** Returns the member's sessions, with the current one first. */
export async function listSessions(db: Kysely<DB>, userId: string, currentId: string | undefined) {
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

export async function deleteSession(db: Kysely<DB>, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends all sessions except `keptId`. Returns the number of ended sessions. */
export async function endSessions(db: Kysely<DB>, userId: string, keptId: string | undefined) {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where(sql<boolean>`id is distinct from ${keptId ?? null}::uuid`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Returns the hash if the password is correct. Skips the queue, which is for guests' passwords. */
export async function matchPassword(db: Kysely<DB>, userId: string, password: string) {
  const found = await db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('password', 'is not', null)
    .executeTakeFirst()
  const hash = found?.password
  if (!hash) return undefined
  const { verifyPassword } = await import('better-auth/crypto')
  return (await verifyPassword({ hash, password })) ? hash : undefined
}

interface Change {
  userId: string
  from: string
  to: string
  /** Session that stays signed in. */
  keptId: string | undefined
}

/** Replaces the password and ends the other sessions. Returns false if the password was changed meanwhile. */
export function replacePassword(db: Kysely<DB>, { userId, from, to, keptId }: Change): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('accounts')
      .set({ password: to, updated_at: sql`now()` })
      .where('user_id', '=', userId)
      .where('password', '=', from)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await endSessions(trx, userId, keptId)
    if (keptId) await recordProof(trx, keptId)
    await deleteResetTokens(trx, userId)
    await forgetDevices(trx, userId)
    return true
  })
}

/** Records an identity check. Returns its time, or undefined if the session has ended. */
export async function recordProof(db: Kysely<DB>, sessionId: string): Promise<string | undefined> {
  const { rows } = await sql<{ proved_at: string }>`
    update sessions set proved_at = now() where id = ${sessionId} and expires_at > now()
    returning proved_at`.execute(db)
  return rows[0]?.proved_at
}

/** Returns names like "Firefox 140" and "Windows". For a program, its name in the User-Agent header. */
export function browserName(userAgent: string | null) {
  if (!userAgent) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent.slice(0, AGENT_MAX))
  const [version] = browser.version?.split('.') ?? []
  return {
    browser: browser.name ? [browser.name, version].filter(Boolean).join(' ') : programName(userAgent),
    system: os.name ?? null,
  }
}

/** Characters of the User-Agent header to parse. Browsers send about 150. */
const AGENT_MAX = 500

/** Returns the name without version: "curl/8.5.0" → "curl". */
function programName(userAgent: string): string | null {
  return /^[\w .-]{1,40}/.exec(userAgent)?.[0].trim() || null
}
