import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { undoEmailChanges } from './email-sql.server.ts'
import { endAllAccess } from './end-access.server.ts'

const NOTICE_DAYS = 7
const SIGN_IN_NOTICE = 'sign-in-notice'

/** Stores a sign-in notice to mail, except for the first session and programs without cookies at a known IP address. */
export async function insertNotice(db: Kysely<DB>, sessionToken: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into verifications (identifier, value, expires_at)
    select ${SIGN_IN_NOTICE}, s.id || ' ' || s.user_id, now() + make_interval(days => ${NOTICE_DAYS})
    from sessions s
    where token = ${sessionToken}
      and (exists (select from known_devices where user_id = s.user_id)
        or exists (select from sessions where user_id = s.user_id and id <> s.id))
      and not exists (
        select from sessions before where before.user_id = s.user_id and before.id <> s.id
          and before.ip_address <> '' and before.ip_address = s.ip_address and before.user_agent = s.user_agent)
    returning id`.execute(db)
  return rows[0]?.id
}

export interface SignInNotice {
  username: string
  email: string
  address: string | null
  user_agent: string | null
  created_at: string
}

/** Finds a sign-in notice. Returns undefined if it doesn't exist or its session has ended. */
export async function findNotice(db: Kysely<DB>, id: string): Promise<SignInNotice | undefined> {
  const { rows } = await sql<SignInNotice>`
    select p.username, u.email, nullif(s.ip_address, '') as address, s.user_agent, s.created_at
    from verifications v
    join sessions s on s.id = split_part(v.value, ' ', 1)::uuid
    join users u on u.id = s.user_id
    join profiles p on p.id = u.id
    where v.id = ${id} and v.identifier = ${SIGN_IN_NOTICE}`.execute(db)
  return rows[0]
}

/** Ends all access after the member reports a sign-in. Works once. Undoes changes since the oldest open notice. */
export function reportUnknownSignIn(db: Kysely<DB>, id: string) {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ user_id: string; since: string }>`
      with disowned as (
        delete from verifications where id = ${id} and identifier = ${SIGN_IN_NOTICE} and expires_at > now()
        returning split_part(value, ' ', 2)::uuid as user_id, created_at)
      select user_id, least(created_at, (
        select min(v.created_at) from verifications v
        where v.identifier = ${SIGN_IN_NOTICE} and v.expires_at > now()
          and split_part(v.value, ' ', 2) = disowned.user_id::text)) as since
      from disowned`.execute(trx)
    const [found] = rows
    if (!found) return undefined
    const { user_id, since } = found
    const changes = await undoEmailChanges(trx, user_id, since)
    const ended = await endAllAccess(trx, user_id, since)
    return { user_id, ended: { ...ended, 'email-change': changes } }
  })
}
