import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import type { Services } from '../../../api/core/context.server.ts'
import { consumeRateLimit, rateLimitMessage } from '../../../api/core/rate-limit.server.ts'
import { FORM_LIMIT, malformedForm, readForm } from '../../../platform/body-limit.server.ts'
import type { Auth } from '../auth.server.ts'
import { LINK_TOKEN_RATE_LIMIT } from '../contract.ts'
import { RESET_TTL } from '../policy.ts'
import { verifyAddress } from '../sql.server.ts'
import { authSecret, verifyToken } from './secrets.server.ts'

/** What opening a link to verify an address came to. */
export interface Verification {
  verified: boolean
  /** For an account without a password: leads to the form that sets one. */
  reset_token?: string
}

type LoadAuth = () => Promise<Auth>

/** Verifies the address that a mailed token belongs to. Signs nobody in: a mail scanner may be who asks. */
export async function verify(
  { config, db }: Pick<Services, 'config' | 'db'>,
  loadAuth: LoadAuth,
  token: string,
): Promise<Verification> {
  const id = verifyToken(authSecret(config), 'verify-email', token)
  const outcome = id && (await verifyAddress(db, id))
  if (!outcome) return { verified: false }
  if (!outcome.needs_password) return { verified: true }
  return { verified: true, reset_token: await resetToken(await loadAuth(), outcome.user_id) }
}

/** `POST /auth/verify`, the form of who opens the mailed link without script. Says what it came to by where it leads. */
export function verificationForm(services: Services, loadAuth: LoadAuth) {
  return new Hono<{ Variables: { address: string } }>().post('/auth/verify', FORM_LIMIT, async (c) => {
    const wait = await consumeRateLimit(services, LINK_TOKEN_RATE_LIMIT, c.var)
    if (wait > 0) return c.text(rateLimitMessage(wait), 429, { 'retry-after': String(wait) })
    const form = await readForm(c)
    if (!form) return malformedForm(c)
    const { verified, reset_token } = await verify(services, loadAuth, form.token ?? '')
    if (reset_token) return c.redirect(`/auth/reset?token=${reset_token}`, 303)
    return c.redirect(verified ? '/?verified=yes' : '/?verified=no', 303)
  })
}

/** As better-auth makes one when somebody asks for a new password. */
export async function resetToken(auth: Auth, user_id: string): Promise<string> {
  const { internalAdapter } = await auth.$context
  const token = randomBytes(18).toString('base64url')
  await internalAdapter.createVerificationValue({
    identifier: `reset-password:${token}`,
    value: user_id,
    expiresAt: new Date(Date.now() + RESET_TTL * 1000),
  })
  return token
}
