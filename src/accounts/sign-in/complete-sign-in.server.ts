import { randomBytes } from 'node:crypto'
import type { Services } from '../../core/context.server.ts'
import { isBrowser } from '../forward-headers.server.ts'
import { enqueueQuietly, sendRecoveryCodeUsed } from '../mail/jobs.server.ts'
import { insertSession } from '../openid/sql.server.ts'
import { clearChallengeCookies, readSignedInUser } from '../second-factor/challenge.server.ts'
import { VERIFY_RECOVERY_CODE } from '../second-factor/policy.ts'
import { sendSignInNotice } from '../security/jobs.server.ts'
import { insertNotice } from '../security/sign-in-notice-sql.server.ts'
import { SESSION_TTL, sessionCookie, verifiedToken } from '../session/session-cookie.server.ts'
import { knownDevice, rememberDevice } from './devices.server.ts'

interface PasswordSignIn {
  email: string
  /** True if the member has signed in on this device before. */
  isKnown: boolean
}

/** Remembers the device after a password sign-in. Mails a notice if it is new. Returns Set-Cookie headers. */
export async function completePasswordSignIn(
  services: Services,
  { headers }: Request,
  done: Response,
  { email, isKnown }: PasswordSignIn,
): Promise<string[]> {
  const token = verifiedToken(decodeURIComponent(done.headers.get('set-auth-token') ?? ''), services.config)
  if (token && !isKnown) await noticeSignIn(services, token)
  return isBrowser(headers) ? [await rememberDevice(services, headers, email)] : []
}

export async function completeCodeSignIn(services: Services, request: Request, done: Response, path: string) {
  const { id, email } = await readSignedInUser(done)
  const isKnown = Boolean(await knownDevice(services, request.headers, email))
  const cookies = await completePasswordSignIn(services, request, done, { email, isKnown })
  if (path === VERIFY_RECOVERY_CODE) await enqueueQuietly(services, sendRecoveryCodeUsed, { user_id: id })
  return [...cookies, ...clearChallengeCookies(services.config)]
}

/** Starts a session without a password. Returns Set-Cookie headers. */
export async function beginSession(
  services: Services,
  { headers, address }: { headers: Headers; address: string },
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
  if (!isKnown) await noticeSignIn(services, token)
  return [sessionCookie(token, config, SESSION_TTL), await rememberDevice(services, headers, member.email)]
}

async function noticeSignIn(services: Services, token: string): Promise<void> {
  const notice_id = await insertNotice(services.db, token)
  if (notice_id) await enqueueQuietly(services, sendSignInNotice, { notice_id })
}
