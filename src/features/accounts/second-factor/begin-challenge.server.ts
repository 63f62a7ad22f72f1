import { randomBytes } from 'node:crypto'
import type { Config } from '../../../platform/config.server.ts'
import type { Auth } from '../auth.server.ts'
import { isSecure, signed } from '../session/session-cookie.server.ts'
import { CHALLENGE_TTL, challengeCookie } from './cookie.server.ts'

/**
 * Asks for the code of who has shown otherwise than by a password who they are: as better-auth's plug-in asks after the password, which
 * knows of no other way in. Gives a Set-Cookie header; nobody is signed in.
 */
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
  const secure = isSecure(config.PUBLIC_URL) ? '; Secure' : ''
  const life = `Max-Age=${CHALLENGE_TTL}; Path=/; HttpOnly; SameSite=Lax${secure}`
  return `${challengeCookie(config)}=${signed(identifier, config)}; ${life}`
}
