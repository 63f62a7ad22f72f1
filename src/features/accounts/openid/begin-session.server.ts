import { randomBytes } from 'node:crypto'
import type { Services } from '../../../api/core/context.server.ts'
import { enqueueQuietly } from '../mail/jobs.server.ts'
import { sendSignInNotice } from '../security/jobs.server.ts'
import { insertNotice } from '../security/sign-in-notice-sql.server.ts'
import { SESSION_TTL, sessionCookie } from '../session/session-cookie.server.ts'
import { knownDevice, rememberDevice } from '../sign-in/devices.server.ts'
import { insertSession } from './sql.server.ts'

interface Caller {
  headers: Headers
  address: string
}

/** Signs a member in who has shown otherwise than by a password who they are. Gives the Set-Cookie headers. */
export async function beginSession(
  services: Services,
  { headers, address }: Caller,
  member: { id: string; email: string; passkey_id?: string },
): Promise<string[]> {
  const { config, db } = services
  const token = randomBytes(24).toString('base64url')
  const isKnown = (await knownDevice(services, headers, member.email)) !== undefined
  await insertSession(db, {
    user_id: member.id,
    token,
    ttl: SESSION_TTL,
    ip_address: address,
    user_agent: headers.get('user-agent'),
    passkey_id: member.passkey_id,
  })
  const notice_id = isKnown ? undefined : await insertNotice(db, token)
  if (notice_id) await enqueueQuietly(services, sendSignInNotice, { notice_id })
  return [sessionCookie(token, config, SESSION_TTL), await rememberDevice(services, headers, member.email)]
}
