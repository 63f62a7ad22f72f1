import type { Services } from '../../../api/core/context.server.ts'
import type { Config } from '../../../platform/config.server.ts'
import { enqueueQuietly } from '../mail/jobs.server.ts'
import { isSecure } from '../session/session-cookie.server.ts'
import { briefCookie, challengeCookie } from './cookie.server.ts'
import { sendRecoveryCodeUsed } from './jobs.server.ts'

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
