import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Services } from '../../../api/core/context.server.ts'
import type { Sanction, Viewer } from '../../../api/core/viewer.ts'
import type { DB } from '../../../db/types.ts'
import { memberColumns } from '../../authors/sql.server.ts'
import {
  BRIEF_TTL,
  BRIEF_UPDATE_AGE,
  credential,
  endOfFormerCookie,
  SESSION_AGE_MAX,
  SESSION_TTL,
  SESSION_UPDATE_AGE,
  sessionCookie,
  verifiedToken,
} from './session-cookie.server.ts'

/** Who asks, for how long, and what to send back when the session was just prolonged. */
export interface Authentication {
  viewer: Viewer | null
  session?: { id: string; expires_at: string }
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
  const token = given && verifiedToken(given.signed, services.config)
  if (!token) return ANONYMOUS
  return given.isFormer
    ? authenticateFormerCookie(services, headers, token)
    : authenticateToken(services, token)
}

/** Whose session this is: `token` is one that we signed. */
export async function authenticateToken(services: Services, token: string): Promise<Authentication> {
  return authentication(services, token, false)
}

/** As `authenticateToken`, for a session from before the cookie had its name; the answer gives it its new one, once. */
async function authenticateFormerCookie(
  services: Services,
  headers: Headers,
  token: string,
): Promise<Authentication> {
  const found = await authentication(services, token, true)
  return { ...found, cookies: [...(found.cookies ?? []), ...endOfFormerCookie(headers, services.config)] }
}

async function authentication(
  { db, config }: Services,
  token: string,
  isFormer: boolean,
): Promise<Authentication> {
  const found = await findSession(db, token, isFormer)
  if (!found) return ANONYMOUS
  const { session_id, expires_at, remembered, is_aging, is_unnoted, has_second_factor, ...row } = found
  const viewer = withRestingRoles(toViewer(row), has_second_factor, config)
  if (is_unnoted) await noteUse(db, session_id)
  if (!is_aging && !isFormer) return { viewer, session: { id: session_id, expires_at } }
  const prolonged = await prolongSession(db, session_id, isFormer)
  if (!prolonged) return ANONYMOUS
  return {
    viewer,
    session: { id: session_id, expires_at: prolonged.expires_at },
    cookies: [sessionCookie(token, config, remembered ? prolonged.seconds : undefined)],
  }
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

/** Seconds for what else the browser asks meanwhile, and for an answer that is lost. */
const FORMER_GRACE = 3600

interface FoundSession extends ViewerRow {
  session_id: string
  expires_at: string
  remembered: boolean
  has_second_factor: boolean
  is_aging: boolean
  /** It was not used for a quarter of an hour. */
  is_unnoted: boolean
}

interface ViewerRow extends Omit<Viewer, 'sanctions' | 'leaving_at' | 'mail_stopped'> {
  sanctions: Sanction[] | null
  mail_stopped: boolean
  leaving_at: string | null
}

function toViewer({ sanctions, leaving_at, mail_stopped, ...viewer }: ViewerRow): Viewer {
  return {
    ...viewer,
    ...(sanctions && { sanctions: sanctions.map(withIsoEnd) }),
    ...(leaving_at && { leaving_at }),
    ...(mail_stopped && { mail_stopped }),
  }
}

/** Where staff needs a second factor, who has none is a member like any other. */
function withRestingRoles(
  viewer: Viewer,
  hasSecondFactor: boolean,
  { STAFF_SECOND_FACTOR }: Pick<Services['config'], 'STAFF_SECOND_FACTOR'>,
): Viewer {
  if (STAFF_SECOND_FACTOR !== 'required' || hasSecondFactor || viewer.roles.length === 0) return viewer
  return { ...viewer, roles: [], resting_roles: viewer.roles }
}

/** PostgreSQL's JSON writes times with the offset. */
function withIsoEnd(sanction: Sanction): Sanction {
  return { ...sanction, ends_at: sanction.ends_at && new Date(sanction.ends_at).toISOString() }
}

/** What holds a member back (api/core/standing.server.ts) comes with who they are: a suspension, then warnings, the oldest first. */
const viewerColumns: RawBuilder<ViewerRow> = sql`
  ${memberColumns},
  array(select role from user_roles where user_id = p.id order by role) as roles,
  (select jsonb_agg(jsonb_build_object('id', s.id, 'kind', s.kind, 'message', s.message, 'rule', m.rule,
      'per_day', s.per_day, 'ends_at', s.ends_at, 'action_id', s.action_id) order by s.kind = 'warning', s.id)
    from sanctions s join moderation_actions m on m.id = s.action_id
    where s.member_id = p.id and s.kind in ('suspension', 'warning') and is_in_force(s)
      and s.lifted_at is null and s.acknowledged_at is null) as sanctions,
  (select delete_at from account_deletions where user_id = p.id) as leaving_at,
  is_mail_stopped(p.id) as mail_stopped`

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
async function findSession(
  db: Kysely<DB>,
  token: string,
  isFormer: boolean,
): Promise<FoundSession | undefined> {
  const { rows } = await sql<FoundSession>`
    select ${viewerColumns}, s.id as session_id, s.expires_at, s.remembered, s.expires_at < ${agingFrom} as is_aging,
      (select u.two_factor_enabled from users u where u.id = s.user_id) as has_second_factor,
      s.used_at < now() - make_interval(mins => ${USE_MINUTES}) as is_unnoted
    from sessions s join profiles p on p.id = s.user_id
    where s.token = ${token} and s.expires_at > now() and ${oldest()} > now()
      and (${!isFormer} or s.former_cookie_until > now())`.execute(db)
  return rows[0]
}

interface Prolonged {
  expires_at: string
  /** From now on. */
  seconds: number
}

async function prolongSession(db: Kysely<DB>, id: string, isFormer: boolean): Promise<Prolonged | undefined> {
  const { rows } = await sql<Prolonged>`
    update sessions s set expires_at = ${prolongedUntil}, updated_at = now(),
      former_cookie_until = case when ${isFormer}
        then least(s.former_cookie_until, now() + make_interval(secs => ${FORMER_GRACE})) else s.former_cookie_until end
    where s.id = ${id}
    returning expires_at, extract(epoch from expires_at - now())::int as seconds`.execute(db)
  return rows[0]
}

async function noteUse(db: Kysely<DB>, id: string): Promise<void> {
  await sql`update sessions set used_at = now() where id = ${id}`.execute(db)
}
