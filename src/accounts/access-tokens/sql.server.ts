import { type Kysely, sql } from 'kysely'
import type { AccessToken } from '../../core/access-token.server.ts'
import type { TokenScope } from '../../core/token-scope.ts'
import type { DB } from '../../db/types.ts'
import { type ViewerRow, viewerColumns } from '../session/session.server.ts'
import type { OwnAccessToken } from './contract.ts'
import { ENDED_DAYS } from './policy.ts'

const COLUMNS = ['id', 'name', 'scope', 'created_at', 'used_at', 'expires_at'] as const

export async function listAccessTokens(db: Kysely<DB>, memberId: string): Promise<OwnAccessToken[]> {
  const rows = await db
    .selectFrom('access_tokens')
    .select(COLUMNS)
    .where('member_id', '=', memberId)
    .where('expires_at', '>', sql<string>`now() - make_interval(days => ${ENDED_DAYS})`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows as OwnAccessToken[]
}

interface NewAccessToken {
  member_id: string
  name: string
  scope: TokenScope
  token_hash: string
  days: number
}

export async function insertAccessToken(db: Kysely<DB>, { days, ...row }: NewAccessToken) {
  const made = await db
    .insertInto('access_tokens')
    // Adds hours, because a calendar day has 23 or 25 of them when the clocks change.
    .values({ ...row, expires_at: sql`now() + make_interval(hours => ${days * 24})` })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return made as OwnAccessToken
}

export async function endAccessToken(db: Kysely<DB>, memberId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('access_tokens')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function endAccessTokens(db: Kysely<DB>, memberId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('access_tokens')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function sweepAccessTokens(db: Kysely<DB>): Promise<void> {
  await db
    .deleteFrom('access_tokens')
    .where('expires_at', '<', sql<string>`now() - make_interval(days => ${ENDED_DAYS})`)
    .execute()
}

/** Seconds between updates of `used_at`. Saves writes, but makes the time less precise. */
const USE_SECONDS = 60

export interface AccessTokenRow extends ViewerRow {
  token_id: string
  scope: AccessToken['scope']
  expires_at: string
  has_second_factor: boolean
  is_unnoted: boolean
}

/** Finds a token by its hash. Returns undefined for an unknown or expired token. */
export async function findAccessToken(db: Kysely<DB>, hash: string): Promise<AccessTokenRow | undefined> {
  const { rows } = await sql<AccessTokenRow>`
    select ${viewerColumns}, t.id as token_id, t.scope, t.expires_at,
      (select u.two_factor_enabled from users u where u.id = t.member_id) as has_second_factor,
      t.used_at is null or t.used_at < now() - make_interval(secs => ${USE_SECONDS}) as is_unnoted
    from access_tokens t join profiles p on p.id = t.member_id
    where t.token_hash = ${hash} and t.expires_at > now()`.execute(db)
  return rows[0]
}

export async function recordTokenUse(db: Kysely<DB>, id: string): Promise<void> {
  await sql`update access_tokens set used_at = now() where id = ${id}
    and (used_at is null or used_at < now() - make_interval(secs => ${USE_SECONDS}))`.execute(db)
}
