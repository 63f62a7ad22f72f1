import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Services } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'
import type { Config } from '../../platform/config/config.server.ts'
import { mailboxOf } from '../mail/sign-up-mails.server.ts'
import { cookieValue, hostCookieName, setCookie } from '../session/session-cookie.server.ts'
import { authSecret, signToken, verifyToken } from '../verification/secrets.server.ts'

/** Days for which a device is known. Browsers keep cookies for at most 400 days. */
const KNOWN_DAYS = 400
/** Maximum known devices per member, because each new private window adds one. */
const DEVICES_MAX = 20

type DeviceServices = Pick<Services, 'config' | 'db'>

/** Returns a known device's id. It grants no access, only its own rate limit, so strangers can't lock the owner out. */
export async function knownDevice({ config, db }: DeviceServices, headers: Headers, email: string) {
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

/** Remembers a device. Returns a Set-Cookie header with a new id, which invalidates copied cookies. */
export async function rememberDevice({ config, db }: DeviceServices, headers: Headers, email: string) {
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
  const value = signToken(authSecret(config), 'device', id)
  return setCookie(config, hostCookieName(config, 'device'), value, KNOWN_DAYS * 86_400)
}

/** Forgets all devices after a password change, because another person may have known the old password. */
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
  const token = cookieValue(headers.get('cookie'), hostCookieName(config, 'device'))
  return token ? verifyToken(authSecret(config), 'device', token) : undefined
}

/** Returns the account's rate limit key: for mails the mailbox, for sign-ins the email address and known device. */
export async function findRateLimitAccount(
  services: Services,
  isSignIn: boolean,
  input: unknown,
  headers: Headers,
) {
  const { email } = input as { email?: string }
  if (!email || !isSignIn) return email && mailboxOf(email)
  const device = await knownDevice(services, headers, email)
  return device ? `${email} on ${device}` : email
}
