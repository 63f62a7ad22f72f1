import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AccessToken } from '../../core/access-token.server.ts'
import type { Services } from '../../core/context.server.ts'
import type { Sanction, Viewer } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { memberColumns } from '../../shared/authors/sql.server.ts'
import {
  BRIEF_TTL,
  BRIEF_UPDATE_AGE,
  readCredential,
  SESSION_AGE_MAX,
  SESSION_TTL,
  SESSION_UPDATE_AGE,
  sessionCookie,
  verifiedToken,
} from './session-cookie.server.ts'

export interface Authentication {
  viewer: Viewer | null
  session?: { id: string; expires_at: string }
  accessToken?: AccessToken
  /** Set-Cookie headers if the session was extended. */
  cookies?: string[]
}

export const ANONYMOUS: Authentication = { viewer: null }

/** Returns a request's member and session. Runs no statement for guests, usually one, more to extend the session. */
export async function authenticate(services: Services, headers: Headers): Promise<Authentication> {
  const given = readCredential(headers, services.config)
  const token = given && verifiedToken(given, services.config)
  return token ? authenticateToken(services, token) : ANONYMOUS
}

/** Returns the member and session of `token`, whose signature the caller has verified. */
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

/** Returns the member's id. Unlike `authenticateToken`, doesn't extend the session or record its use. */
export async function findMemberOfSession(db: Kysely<DB>, token: string): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select s.user_id from sessions s
    where s.token = ${token} and s.expires_at > now() and ${oldest()} > now()`.execute(db)
  return rows[0]?.user_id
}

export async function findViewer(db: Kysely<DB>, id: string): Promise<Viewer | undefined> {
  const { rows } = await sql<ViewerRow>`select ${viewerColumns} from profiles p where p.id = ${id}`.execute(
    db,
  )
  return rows[0] && toViewer(rows[0])
}

/** Minutes between updates of the time of last use. Limits the number of writes. */
const USE_MINUTES = 15

interface FoundSession extends ViewerRow {
  session_id: string
  expires_at: string
  remembered: boolean
  /** Also true if the session was started with a passkey. */
  has_second_factor: boolean
  is_aging: boolean
  is_unnoted: boolean
}

/** End of a session that is used now. It is written only if the stored end is before `agingFrom`. */
const prolongedUntil = afterUse(SESSION_TTL, BRIEF_TTL)
const agingFrom = afterUse(SESSION_TTL - SESSION_UPDATE_AGE, BRIEF_TTL - BRIEF_UPDATE_AGE)

/** Returns the end of a session. Parameters in seconds from now; SESSION_AGE_MAX limits the result. */
function afterUse(remembered: number, brief: number): RawBuilder<string> {
  const seconds = sql`case when s.remembered then ${remembered}::float else ${brief}::float end`
  return sql`least(now() + make_interval(secs => ${seconds}), ${oldest()})`
}

function oldest(): RawBuilder<string> {
  return sql`s.created_at + make_interval(days => ${SESSION_AGE_MAX})`
}

/** Uses raw SQL, because this runs for every request of a member and building the query would take 40 µs. */
async function findSession(db: Kysely<DB>, token: string): Promise<FoundSession | undefined> {
  const { rows } = await sql<FoundSession>`
    select ${viewerColumns}, s.id as session_id, s.expires_at, s.remembered, s.expires_at < ${agingFrom} as is_aging,
      (s.passkey_id is not null or (select u.two_factor_enabled from users u where u.id = s.user_id)) as has_second_factor,
      s.used_at < now() - make_interval(mins => ${USE_MINUTES}) as is_unnoted
    from sessions s join profiles p on p.id = s.user_id
    where s.token = ${token} and s.expires_at > now() and ${oldest()} > now()`.execute(db)
  return rows[0]
}

interface SessionExtension {
  expires_at: string
  seconds: number
}

async function prolongSession(db: Kysely<DB>, id: string): Promise<SessionExtension | undefined> {
  const { rows } = await sql<SessionExtension>`
    update sessions s set expires_at = ${prolongedUntil}, updated_at = now()
    where s.id = ${id}
    returning expires_at, extract(epoch from expires_at - now())::int as seconds`.execute(db)
  return rows[0]
}

async function noteUse(db: Kysely<DB>, id: string): Promise<void> {
  await sql`update sessions set used_at = now() where id = ${id}`.execute(db)
}

export interface ViewerRow extends Omit<Viewer, 'sanctions' | 'leaving_at' | 'mail_stopped'> {
  sanctions: Sanction[] | null
  mail_stopped: boolean
  leaving_at: string | null
}

export function toViewer({ sanctions, leaving_at, mail_stopped, ...viewer }: ViewerRow): Viewer {
  return {
    ...viewer,
    ...(sanctions && { sanctions: sanctions.map(withIsoEnd) }),
    ...(leaving_at && { leaving_at }),
    ...(mail_stopped && { mail_stopped }),
  }
}

/** Makes staff roles inactive while a required second factor is missing. */
export function withRestingRoles(
  viewer: Viewer,
  hasSecondFactor: boolean,
  { STAFF_SECOND_FACTOR }: Pick<Services['config'], 'STAFF_SECOND_FACTOR'>,
): Viewer {
  if (STAFF_SECOND_FACTOR !== 'required' || hasSecondFactor || viewer.roles.length === 0) return viewer
  return { ...viewer, roles: [], resting_roles: viewer.roles }
}

/** Converts the time, which PostgreSQL's JSON contains with an offset, to ISO 8601 UTC. */
function withIsoEnd(sanction: Sanction): Sanction {
  return { ...sanction, ends_at: sanction.ends_at && new Date(sanction.ends_at).toISOString() }
}

/** Columns of a viewer with sanctions for core/standing.server.ts: suspension first, then warnings by age. */
export const viewerColumns: RawBuilder<ViewerRow> = sql`
  ${memberColumns},
  array(select role from user_roles where user_id = p.id order by role) as roles,
  (select jsonb_agg(jsonb_build_object('id', s.id, 'kind', s.kind, 'message', s.message, 'rule', m.rule,
      'per_day', s.per_day, 'ends_at', s.ends_at, 'action_id', s.action_id) order by s.kind = 'warning', s.id)
    from sanctions s join moderation_actions m on m.id = s.action_id
    where s.member_id = p.id and s.kind in ('suspension', 'warning') and is_in_force(s)
      and s.lifted_at is null and s.acknowledged_at is null) as sanctions,
  (select delete_at from account_deletions where user_id = p.id) as leaving_at,
  is_mail_stopped(p.id) as mail_stopped`
