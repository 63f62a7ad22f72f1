import { Hono } from 'hono'
import { DatabaseError } from 'pg'
import type { Services } from '../../../api/core/context.server.ts'
import { consumeRateLimit, rateLimitMessage } from '../../../api/core/rate-limit.server.ts'
import { FORM_LIMIT, malformedForm, readForm } from '../../../platform/body-limit.server.ts'
import type { Auth } from '../auth.server.ts'
import { LINK_TOKEN_RATE_LIMIT } from '../contract.ts'
import { SESSIONS_CHANNEL } from '../session/session-cache.server.ts'
import { authSecret, type Purpose, verifyToken } from '../verification/secrets.server.ts'
import { resetToken } from '../verification/verification.server.ts'
import { confirmEmail, stopEmailChange } from './email-sql.server.ts'
import { type EndedAccess, type LinkKind, type LinkOutcome, writeEnded } from './links.ts'
import { disownSignIn } from './sign-in-notice-sql.server.ts'

type Env = { Variables: { address: string } }

/**
 * `POST /auth/link`, the form behind the links of mails about an account. Following a link changes nothing, and needs no
 * session: a token says who may. Says what it came to by where it leads; works without script.
 */
export function linkForms(services: Services, loadAuth: () => Promise<Auth>) {
  const passed = (outcome: LinkOutcome) => `/auth/link?done=${outcome}`
  const reset = async ({ user_id, ended }: { user_id: string; ended: EndedAccess }) => {
    services.bus.publish(SESSIONS_CHANNEL, [user_id])
    return `/auth/reset?token=${await resetToken(await loadAuth(), user_id)}&ended=${writeEnded(ended)}`
  }
  const acts: Record<LinkKind, (id: string) => Promise<string>> = {
    confirm: async (id) => {
      const outcome = await confirmEmail(services.db, id)
      return passed(outcome === 'done' ? 'confirmed' : outcome)
    },
    stop: async (id) => {
      const stopped = await stopEmailChange(services.db, id)
      return stopped.outcome === 'done' ? reset(stopped) : passed(stopped.outcome)
    },
    stranger: async (id) => {
      const disowned = await disownSignIn(services.db, id)
      return disowned ? reset(disowned) : passed('expired')
    },
  }
  return new Hono<Env>().post('/auth/link', FORM_LIMIT, async (c) => {
    const wait = await consumeRateLimit(services, LINK_TOKEN_RATE_LIMIT, c.var)
    if (wait > 0) return c.text(rateLimitMessage(wait), 429, { 'retry-after': String(wait) })
    const form = await readForm(c)
    if (!form) return malformedForm(c)
    const { kind, id } = readLink(services, form)
    const target = kind && id ? await acts[kind](id).catch(whenTaken) : passed('expired')
    return c.redirect(target, 303)
  })

  /** Somebody took the address in this very moment. */
  function whenTaken(error: unknown): string {
    if (error instanceof DatabaseError && error.constraint === 'users_email_key') return passed('taken')
    throw error
  }
}

const PURPOSES: Record<LinkKind, Purpose> = {
  confirm: 'confirm-email',
  stop: 'stop-email',
  stranger: 'sign-in-notice',
}

function readLink({ config }: Services, form: Record<string, string>) {
  const kind = (Object.keys(PURPOSES) as LinkKind[]).find((each) => form[each] !== undefined)
  const id = kind && verifyToken(authSecret(config), PURPOSES[kind], form[kind] ?? '')
  return { kind, id }
}
