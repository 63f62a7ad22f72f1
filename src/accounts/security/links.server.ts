import { type Context as Call, Hono } from 'hono'
import { DatabaseError } from 'pg'
import type { Services } from '../../core/context.server.ts'
import { consumeRateLimit, rateLimitMessage } from '../../core/rate-limit.server.ts'
import { FORM_LIMIT, malformedForm, readForm } from '../../platform/http/body-limit.server.ts'
import { LINK_TOKEN_RATE_LIMIT } from '../contract.ts'
import { SESSIONS_CHANNEL } from '../session/session-cache.server.ts'
import { insertResetToken, verifyAddress } from '../sql.server.ts'
import { authSecret, type Purpose, verifyToken } from '../verification/secrets.server.ts'
import { signInAfterSignUp } from '../verification/sign-in-after-sign-up.server.ts'
import { confirmEmail, stopEmailChange } from './email-sql.server.ts'
import { type EndedAccess, type LinkKind, type LinkOutcome, serializeEndedAccess } from './links.ts'
import { reportUnknownSignIn } from './sign-in-notice-sql.server.ts'

type Form = Record<string, string>
type Env = { Variables: { address: string } }

/**
 * Form handlers for mailed links: `POST /auth/verify` and `POST /auth/link`. GET changes nothing, because mail scanners
 * open links. The forms work without a session or script and redirect to a page with the outcome.
 */
export function linkRoutes(services: Services) {
  const routes = new Hono<Env>()
  const acts = linkActs(services)
  const onSubmit = (path: string, submit: (form: Form, c: Call<Env>) => Promise<string>) =>
    routes.post(path, FORM_LIMIT, async (c) => {
      const wait = await consumeRateLimit(services, LINK_TOKEN_RATE_LIMIT, c.var)
      if (wait > 0) return c.text(rateLimitMessage(wait), 429, { 'retry-after': String(wait) })
      const form = await readForm(c)
      return form ? c.redirect(await submit(form, c), 303) : malformedForm(c)
    })
  onSubmit('/auth/verify', async ({ token = '' }, c) => {
    const { verified, reset_token } = await verifyMailedAddress(services, token, c)
    if (reset_token) return `/auth/reset?token=${reset_token}`
    return verified ? '/?verified=yes' : '/?verified=no'
  })
  onSubmit('/auth/link', async (form) => {
    const kind = (Object.keys(PURPOSES) as LinkKind[]).find((each) => form[each] !== undefined)
    const id = kind && verifyToken(authSecret(services.config), PURPOSES[kind], form[kind] ?? '')
    return id ? acts[kind](id).catch(addressTaken) : outcomePage('expired')
  })
  return routes
}

const PURPOSES: Record<LinkKind, Purpose> = {
  confirm: 'confirm-email',
  stop: 'stop-email',
  stranger: 'sign-in-notice',
}

function linkActs(services: Services): Record<LinkKind, (id: string) => Promise<string>> {
  const reset = async ({ user_id, ended }: { user_id: string; ended: EndedAccess }) => {
    services.bus.publish(SESSIONS_CHANNEL, [user_id])
    return `/auth/reset?token=${await insertResetToken(services.db, user_id)}&ended=${serializeEndedAccess(ended)}`
  }
  return {
    confirm: async (id) => {
      const outcome = await confirmEmail(services.db, id)
      return outcomePage(outcome === 'done' ? 'confirmed' : outcome)
    },
    stop: async (id) => {
      const stopped = await stopEmailChange(services.db, id)
      return stopped.outcome === 'done' ? reset(stopped) : outcomePage(stopped.outcome)
    },
    stranger: async (id) => {
      const disowned = await reportUnknownSignIn(services.db, id)
      return disowned ? reset(disowned) : outcomePage('expired')
    },
  }
}

function outcomePage(outcome: LinkOutcome): string {
  return `/auth/link?done=${outcome}`
}

/** Returns the page to show if another account took the email address first. Rethrows other errors. */
function addressTaken(error: unknown): string {
  if (error instanceof DatabaseError && error.constraint === 'users_email_key') return outcomePage('taken')
  throw error
}

interface Verification {
  verified: boolean
  /** Token for setting a password, if the account has none. */
  reset_token?: string
  /** Whether the response also signs in, which it only does in the browser that signed up. */
  signed_in?: boolean
}

/** Verifies the address that received the token. Adds the cookies of a session to the response if one starts. */
export async function verifyMailedAddress(
  services: Services,
  token: string,
  c: Call<Env>,
): Promise<Verification> {
  const { config, db } = services
  const id = verifyToken(authSecret(config), 'verify-email', token)
  const outcome = id && (await verifyAddress(db, id))
  if (!outcome) return { verified: false }
  if (!outcome.needs_password) {
    const caller = { headers: c.req.raw.headers, address: c.var.address }
    const cookies = await signInAfterSignUp(services, caller, outcome)
    for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
    return { verified: true, signed_in: cookies.length > 0 }
  }
  return { verified: true, reset_token: await insertResetToken(db, outcome.user_id) }
}
