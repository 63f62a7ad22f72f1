import { randomBytes } from 'node:crypto'
import type { Services } from '../../core/context.server.ts'
import type { Config } from '../../platform/config/config.server.ts'
import type { Auth } from '../auth.server.ts'
import {
  briefCookie,
  CHALLENGE_TTL,
  challengeCookie,
  cookieValue,
  setCookie,
  signCookieValue,
  verifiedToken,
} from '../session/session-cookie.server.ts'
import { decrypt } from './secret.server.ts'
import { findSecondFactor, forgiveAttempt } from './sql.server.ts'

/** Returns better-auth's Set-Cookie headers if the sign-in still requires a code, else undefined. */
export async function readChallengeCookies(answer: Response, config: Pick<Config, 'PUBLIC_URL'>) {
  if (!answer.ok) return undefined
  const { twoFactorRedirect } = await answer.clone().json()
  if (!twoFactorRedirect) return undefined
  const names = [challengeCookie(config), briefCookie(config)]
  return answer.headers.getSetCookie().filter((cookie) => names.some((name) => cookie.startsWith(`${name}=`)))
}

export async function readSignedInUser(answer: Response): Promise<{ id: string; email: string }> {
  const { user } = await answer.clone().json()
  return user
}

export function clearChallengeCookies(config: Pick<Config, 'PUBLIC_URL'>): string[] {
  return [challengeCookie(config), briefCookie(config)].map((name) => setCookie(config, name, '', 0))
}

/** Doesn't count an attempt with a used recovery code, so that repeated clicks can't lock the account. */
export async function forgiveUsedCode(
  { config, db }: Pick<Services, 'config' | 'db'>,
  auth: Auth,
  headers: Headers,
  { code }: { code: string },
): Promise<void> {
  const challenge = verifiedToken(cookieValue(headers.get('cookie'), challengeCookie(config)) ?? '', config)
  if (!challenge) return
  const { internalAdapter } = await auth.$context
  const found = await internalAdapter.findVerificationValue(challenge)
  if (!found) return
  const factor = await findSecondFactor(db, found.value)
  if (!factor?.issued_codes) return
  const issued = JSON.parse(await decrypt(config, factor.issued_codes)) as string[]
  if (issued.includes(code)) await forgiveAttempt(db, found.value)
}

/** Requires a code after a sign-in without password, which better-auth doesn't support. Returns a Set-Cookie header. */
export async function beginChallenge(auth: Auth, config: Config, userId: string): Promise<string> {
  const { internalAdapter } = await auth.$context
  const identifier = `2fa-${randomBytes(15).toString('base64url')}`
  const expiresAt = new Date(Date.now() + CHALLENGE_TTL * 1000)
  await internalAdapter.createVerificationValue({ identifier, value: userId, expiresAt })
  await internalAdapter.createVerificationValue({
    identifier: `2fa-attempts-${identifier}`,
    value: '0',
    expiresAt,
  })
  return setCookie(config, challengeCookie(config), signCookieValue(identifier, config), CHALLENGE_TTL)
}
