import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AccessToken } from '../../../api/core/access-token.server.ts'
import type { Services } from '../../../api/core/context.server.ts'
import type { Viewer } from '../../../api/core/viewer.ts'
import type { DB } from '../../../db/types.ts'
import {
  BRIEF_TTL,
  BRIEF_UPDATE_AGE,
  credential,
  SESSION_AGE_MAX,
  SESSION_TTL,
  SESSION_UPDATE_AGE,
  sessionCookie,
  verifiedToken,
} from './session-cookie.server.ts'
import { toViewer, type ViewerRow, viewerColumns, withRestingRoles } from './viewer-row.server.ts'

/** Who asks, for how long, and what to send back when the session was just prolonged. */
export interface Authentication {
  viewer: Viewer | null
  session?: { id: string; expires_at: string }
  /** In place of a session. */
  accessToken?: AccessToken
  /** Set-Cookie headers. */
  cookies?: string[]
}

export const ANONYMOUS: Authentication = { viewer: null }

/**
 * Who sends this request, by cookie or bearer token: one statement, none without credentials, and for a session a
 * second one that prolongs it once a day, or notes each quarter of an hour that it is used.
 */
export async function authenticate(services: Services, headers: Headers): Promise<Authentication> {
  const given = credential(headers, services.config)
  const token = given && verifiedToken(given, services.config)
  return token ? authenticateToken(services, token) : ANONYMOUS
}

/** Whose session this is: `token` is one that we signed. */
export async function authenticateToken({ db, config }: Services, token: string): Promise<Authentication> {
  const found = await findSession(db, token)
  if (!found) return ANONYMOUS
  const { session_id, expires_at, remembered, is_aging, is_unnoted, has_second_factor, ...row } = found
  const viewer = withRestingRoles(toViewer(row), has_second_factor, config)
  if (is_unnoted) await noteUse(db, session_id)
  if (!is_aging) return { viewer, session: { id: session_id, expires_at } }
  const prolonged = await prolongSession(db, session_id)
  if (!prolonged) return ANONYMOUS
  return {
    viewer,
    session: { id: session_id, expires_at: prolonged.expires_at },
    cookies: [sessionCookie(token, config, remembered ? prolonged.seconds : undefined)],
  }
}

/** Whose session this is, by id; unlike `authenticateToken` it neither prolongs the session nor notes that it is used. */
export async function findMemberOfSession(db: Kysely<DB>, token: string): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select s.user_id from sessions s
    where s.token = ${token} and s.expires_at > now() and ${oldest()} > now()`.execute(db)
  return rows[0]?.user_id
}

/** Whoever has this account, as the API sees them when they are signed in. */
export async function findViewer(db: Kysely<DB>, id: string): Promise<Viewer | undefined> {
  const { rows } = await sql<ViewerRow>`select ${viewerColumns} from profiles p where p.id = ${id}`.execute(
    db,
  )
  return rows[0] && toViewer(rows[0])
}

/** How exactly members are told when a session was last used: one small write in so many minutes, not one a request. */
const USE_MINUTES = 15

interface FoundSession extends ViewerRow {
  session_id: string
  expires_at: string
  remembered: boolean
  /** A code is asked for at each sign-in, or a passkey was shown in this very session. */
  has_second_factor: boolean
  is_aging: boolean
  /** It was not used for a quarter of an hour. */
  is_unnoted: boolean
}

/** When a session ends that is used now, and from when on it is worth saying so. */
const prolongedUntil = afterUse(SESSION_TTL, BRIEF_TTL)
const agingFrom = afterUse(SESSION_TTL - SESSION_UPDATE_AGE, BRIEF_TTL - BRIEF_UPDATE_AGE)

/** So many seconds from now, if the session is remembered or not, but no later than its age allows. */
function afterUse(remembered: number, brief: number): RawBuilder<string> {
  const seconds = sql`case when s.remembered then ${remembered}::float else ${brief}::float end`
  return sql`least(now() + make_interval(secs => ${seconds}), ${oldest()})`
}

function oldest(): RawBuilder<string> {
  return sql`s.created_at + make_interval(days => ${SESSION_AGE_MAX})`
}

/** As text: every request of a member runs it, and the query builder takes 40 µs to say the same. */
async function findSession(db: Kysely<DB>, token: string): Promise<FoundSession | undefined> {
  const { rows } = await sql<FoundSession>`
    select ${viewerColumns}, s.id as session_id, s.expires_at, s.remembered, s.expires_at < ${agingFrom} as is_aging,
      (s.passkey_id is not null or (select u.two_factor_enabled from users u where u.id = s.user_id)) as has_second_factor,
      s.used_at < now() - make_interval(mins => ${USE_MINUTES}) as is_unnoted
    from sessions s join profiles p on p.id = s.user_id
    where s.token = ${token} and s.expires_at > now() and ${oldest()} > now()`.execute(db)
  return rows[0]
}

interface Prolonged {
  expires_at: string
  /** From now on. */
  seconds: number
}

async function prolongSession(db: Kysely<DB>, id: string): Promise<Prolonged | undefined> {
  const { rows } = await sql<Prolonged>`
    update sessions s set expires_at = ${prolongedUntil}, updated_at = now()
    where s.id = ${id}
    returning expires_at, extract(epoch from expires_at - now())::int as seconds`.execute(db)
  return rows[0]
}

async function noteUse(db: Kysely<DB>, id: string): Promise<void> {
  await sql`update sessions set used_at = now() where id = ${id}`.execute(db)
}
