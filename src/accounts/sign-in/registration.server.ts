import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Services } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'
import { errorResponse } from '../api-response.server.ts'

const NEEDED = 'You need an invite to join this forum. Paste your invite link.'
const SPENT = 'This invite is invalid, expired or already used. Ask the person who sent it for a new one.'

export function registrationClosed(): Response {
  return errorResponse(403, 'FORBIDDEN', 'Sign-ups are closed at the moment.')
}

/** Signs up if registration allows it. An invite is used even if the address has an account, to hide the account. */
export async function withRegistration(
  { db }: Pick<Services, 'db'>,
  input: unknown,
  signUp: (input: object) => Promise<Response>,
): Promise<Response> {
  const { invite, ...rest } = input as { invite?: string }
  const mode = await registrationNow(db)
  if (mode === 'closed') return registrationClosed()
  const invite_id = invite === undefined ? undefined : await takeUse(db, invite)
  if (mode === 'invite' && !invite_id)
    return errorResponse(403, 'FORBIDDEN', invite === undefined ? NEEDED : SPENT, 'invite')
  if (!invite_id) return signUp(rest)
  let isTaken = false
  try {
    const response = await signUp({ ...rest, invite_id })
    isTaken = response.ok
    return response
  } finally {
    // Makes the invite usable again if the sign-up failed, for example because the username is taken.
    if (!isTaken) await returnUse(db, invite_id)
  }
}

/** Returns the hash of an invite token. The database stores only the hash. */
export function hashInviteToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

async function registrationNow(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ mode: string }>`select registration_now() as mode`.execute(db)
  return rows[0]?.mode ?? 'open'
}

/** Uses an invite once, atomically. Returns its id if valid. `invite` is the token or the whole link. */
async function takeUse(db: Kysely<DB>, invite: string): Promise<string | undefined> {
  const token = /[?&]invite=([\w-]+)/.exec(invite)?.[1] ?? invite.trim()
  const { rows } = await sql<{ id: string }>`
    update invites set used = used + 1
    where token_hash = ${hashInviteToken(token)} and used < uses and ends_at > now() and revoked_at is null
    returning id`.execute(db)
  return rows[0]?.id
}

async function returnUse(db: Kysely<DB>, id: string): Promise<void> {
  await sql`update invites set used = used - 1 where id = ${id} and used > 0`.execute(db)
}
