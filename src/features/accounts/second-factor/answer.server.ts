import type { Services } from '../../../api/core/context.server.ts'
import type { Config } from '../../../platform/config.server.ts'
import type { Auth } from '../auth.server.ts'
import { enqueueQuietly } from '../mail/jobs.server.ts'
import { cookieValue, isSecure, verifiedToken } from '../session/session-cookie.server.ts'
import { briefCookie, challengeCookie } from './cookie.server.ts'
import { sendRecoveryCodeUsed } from './jobs.server.ts'
import { decrypt } from './secret.server.ts'
import { findSecondFactor, forgiveAttempt } from './sql.server.ts'

/** The Set-Cookie headers of an answer that asks for a code; undefined when it is another. */
export async function challengeCookies(
  answer: Response,
  config: Pick<Config, 'PUBLIC_URL'>,
): Promise<string[] | undefined> {
  if (!answer.ok) return undefined
  const { twoFactorRedirect } = await answer.clone().json()
  if (!twoFactorRedirect) return undefined
  const names = [challengeCookie(config), briefCookie(config)]
  return answer.headers.getSetCookie().filter((cookie) => names.some((name) => cookie.startsWith(`${name}=`)))
}

/** Who has signed in by a code. */
export async function userOf(answer: Response): Promise<{ id: string; email: string }> {
  const { user } = await answer.clone().json()
  return user
}

/** Set-Cookie headers that take away what was needed between password and code. */
export function endOfChallenge(config: Pick<Config, 'PUBLIC_URL'>): string[] {
  const secure = isSecure(config.PUBLIC_URL) ? '; Secure' : ''
  return [challengeCookie(config), briefCookie(config)].map(
    (name) => `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${secure}`,
  )
}

export async function noticeRecoveryCode(
  services: Pick<Services, 'jobs' | 'log'>,
  user_id: string,
): Promise<void> {
  await enqueueQuietly(services, sendRecoveryCodeUsed, { user_id })
}

/**
 * Uncounts a failed attempt with a recovery code that was issued and is used up: twenty presses of one button would lock
 * the account otherwise. better-auth counts it before it answers.
 */
export async function forgiveUsedCode(
  { config, db }: Pick<Services, 'config' | 'db'>,
  auth: Auth,
  headers: Headers,
  code: string,
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
