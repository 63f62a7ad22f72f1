import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Services } from '../../../api/core/context.server.ts'
import type { DB } from '../../../db/types.ts'
import type { Config } from '../../../platform/config.server.ts'
import { cookieValue, isSecure } from '../session/session-cookie.server.ts'
import { authSecret, signToken, verifyToken } from '../verification/secrets.server.ts'

/** Browsers keep no cookie for longer. A member away for that long signs in as from a new device. */
const KNOWN_DAYS = 400
/** Of one member: whoever signs in with a new private window each day leaves a trace each day. */
const DEVICES_MAX = 20

type Known = Pick<Services, 'config' | 'db'>

/**
 * What stands for the device that asks and the member with this address, if they have signed in on it before; it stays
 * whoever signs in there. It opens nothing: guesses from it are counted apart, so that others, who guess from elsewhere,
 * do not keep the owner out.
 */
export async function knownDevice(
  { config, db }: Known,
  headers: Headers,
  email: string,
): Promise<string | undefined> {
  const id = deviceId(headers, config)
  if (!id) return undefined
  const found = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('known_devices.id')
    .where('device_id', '=', id)
    .where('users.email', '=', email)
    .executeTakeFirst()
  return found?.id
}

/**
 * Notes that a member signed in on this device, and gives the Set-Cookie header to know it by. Each time by another id:
 * one that somebody planted here beforehand, or copied, is worth nothing afterwards.
 */
export async function rememberDevice(
  { config, db }: Known,
  headers: Headers,
  email: string,
): Promise<string> {
  const former = deviceId(headers, config)
  const id = randomUUID()
  await db.transaction().execute(async (trx) => {
    if (former)
      await trx.updateTable('known_devices').set({ device_id: id }).where('device_id', '=', former).execute()
    const { rows } = await sql<{ user_id: string }>`
      insert into known_devices (device_id, user_id) select ${id}, id from users where email = ${email}
      on conflict (device_id, user_id) do update set used_at = now() returning user_id`.execute(trx)
    if (rows[0]) await forgetOldest(trx, rows[0].user_id)
  })
  const secure = isSecure(config.PUBLIC_URL) ? '; Secure' : ''
  const value = signToken(authSecret(config), 'device', id)
  return `${cookieName(config)}=${value}; Max-Age=${KNOWN_DAYS * 86_400}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** For who chose a new password: somebody else may have known the old one. */
export async function forgetDevices(db: Kysely<DB>, user_id: string): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', user_id).execute()
}

export async function sweepDevices(db: Kysely<DB>): Promise<void> {
  const limit = sql<string>`now() - make_interval(days => ${KNOWN_DAYS})`
  await db.deleteFrom('known_devices').where('used_at', '<', limit).execute()
}

async function forgetOldest(db: Kysely<DB>, user_id: string): Promise<void> {
  await sql`delete from known_devices where user_id = ${user_id} and device_id in (
    select device_id from known_devices where user_id = ${user_id} order by used_at desc offset ${DEVICES_MAX})`.execute(
    db,
  )
}

function deviceId(headers: Headers, config: Config): string | undefined {
  const token = cookieValue(headers.get('cookie'), cookieName(config))
  return token ? verifyToken(authSecret(config), 'device', token) : undefined
}

function cookieName({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  return `${isSecure(PUBLIC_URL) ? '__Host-' : ''}threshold.device`
}
