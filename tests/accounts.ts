import { Hono } from 'hono'
import { authRoutes } from '../src/accounts/routes.server.ts'
import { authenticate } from '../src/accounts/session/session.server.ts'
import { hasSessionCookie } from '../src/accounts/session/session-cookie.server.ts'
import { HASHING, Hashing } from '../src/accounts/sign-in/hashing.server.ts'
import type { Config } from '../src/platform/config/config.server.ts'
import { csrfGuard } from '../src/platform/http/csrf.server.ts'
import { withMailbox } from './mailbox.ts'
import { makeWorld } from './world.ts'

export const PASSWORD = 'a password of some length'

/** Creates a forum, a mailbox for its mails, and functions that call its account endpoints like a browser. */
export async function makeAccounts(
  config: Partial<Pick<Config, 'PUBLIC_URL' | 'RATE_LIMITS' | 'signUpMails' | 'OIDC_PROVIDERS'>> = {},
  hashing = new Hashing(HASHING),
) {
  const world = await makeWorld()
  const connected = withMailbox(world.services)
  const services = { ...connected.services, config: { ...connected.services.config, ...config } }
  const usesCookie = (headers: Headers) => hasSessionCookie(headers, services.config)
  const app = new Hono<{ Variables: { address: string } }>()
    .use(async (c, next) => {
      c.set('address', c.req.header('x-test-address') ?? '127.0.0.1')
      await next()
    })
    .use('/api/*', csrfGuard(services.config, usesCookie))
    .route('/', authRoutes(services, { pace: 20, hashing }))

  /** Sends a POST request. Waits for the response, and for the background work that follows it. */
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await app.request(`/api/auth/${path}`, {
      method: 'POST',
      headers: { ...BROWSER, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    await services.background.settled()
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const signUp = (input: object) => post('sign-up/email', { password: PASSWORD, ...input })
  const verify = (email: string) => post('verify-email', { token: connected.mailbox.tokenFor(email) })
  const signIn = async (email: string, password = PASSWORD) => {
    const answer = await post('sign-in/email', { email, password })
    return { ...answer, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
  }
  const whoIs = async (headers: Record<string, string>) =>
    (await authenticate(services, new Headers(headers))).viewer?.username ?? null
  return { ...world, ...connected, services, app, post, signUp, verify, signIn, whoIs }
}

export type Accounts = Awaited<ReturnType<typeof makeAccounts>>

const BROWSER = {
  'content-type': 'application/json',
  'x-csrf-token': '0123456789abcdef0123456789abcdef',
  'sec-fetch-site': 'same-origin',
}
