import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Services } from '../../api/context.server.ts'
import type { DB } from '../../db/types.ts'
import type { Viewer } from './policy.ts'
import {
  BRIEF_TTL,
  BRIEF_UPDATE_AGE,
  SESSION_AGE_MAX,
  SESSION_TTL,
  SESSION_UPDATE_AGE,
  sessionCookie,
  sessionToken,
} from './session-cookie.server.ts'

/** Who asks, for how long, and what to send back when the session was just prolonged. */
export interface Asking {
  viewer: Viewer | null
  session?: { id: string; expires_at: string }
  /** A Set-Cookie header. */
  cookie?: string
}

export const NOBODY: Asking = { viewer: null }

/**
 * Who sends this request, by cookie or bearer token: one statement, none without credentials, and once a day for a
 * session a second one that prolongs it.
 */
export async function resolveViewer(services: Services, headers: Headers): Promise<Asking> {
  const token = sessionToken(headers, services.config)
  return token ? viewerOf(services, token) : NOBODY
}

/** Whose session this is: `token` is one that we signed. */
export async function viewerOf({ db, config }: Services, token: string): Promise<Asking> {
  const found = await findSession(db, token)
  if (!found) return NOBODY
  const { session_id, expires_at, remembered, is_aging, ...viewer } = found
  if (!is_aging) return { viewer, session: { id: session_id, expires_at } }
  const prolonged = await prolongSession(db, session_id)
  if (!prolonged) return NOBODY
  return {
    viewer,
    session: { id: session_id, expires_at: prolonged.expires_at },
    cookie: sessionCookie(token, config, remembered ? prolonged.seconds : undefined),
  }
}

/** Whoever has this account, as the API sees them when they are signed in. */
export async function findViewer(db: Kysely<DB>, id: string): Promise<Viewer | undefined> {
  const { rows } = await sql<Viewer>`select ${viewerColumns} from profiles p where p.id = ${id}`.execute(db)
  return rows[0]
}

interface FoundSession extends Viewer {
  session_id: string
  expires_at: string
  remembered: boolean
  is_aging: boolean
}

const viewerColumns: RawBuilder<Viewer> = sql`
  p.id, p.username, p.full_name, p.avatar_url,
  array(select role from user_roles where user_id = p.id order by role) as roles`

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
    select ${viewerColumns}, s.id as session_id, s.expires_at, s.remembered, s.expires_at < ${agingFrom} as is_aging
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
    update sessions s set expires_at = ${prolongedUntil}, updated_at = now() where s.id = ${id}
    returning expires_at, extract(epoch from expires_at - now())::int as seconds`.execute(db)
  return rows[0]
}
