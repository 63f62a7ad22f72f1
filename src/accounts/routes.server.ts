import { type Context as Call, Hono } from 'hono'
import { sql } from 'kysely'
import type { Services } from '../core/context.server.ts'
import { consumeRateLimit } from '../core/rate-limit.server.ts'
import { GuestQueue } from '../platform/http/guest-queue.server.ts'
import {
  errorResponse,
  rateLimitResponse,
  readInput,
  secondFactorResponse,
  toApiResponse,
} from './api-response.server.ts'
import type { Auth } from './auth.server.ts'
import { AUTH_OPERATIONS, type AuthOperation, SIGN_IN_PATH, SIGN_UP_PATH } from './auth-operations.ts'
import { CHALLENGE_RATE_LIMIT, LINK_TOKEN_RATE_LIMIT } from './contract.ts'
import { END_ACCESS_HEADER, forwardHeaders, isBrowser } from './forward-headers.server.ts'
import { inputs } from './inputs.ts'
import { authLoader } from './load-auth.server.ts'
import type { MailAllowance } from './mail/sign-up-mails.server.ts'
import { forgiveUsedCode, readChallengeCookies } from './second-factor/challenge.server.ts'
import { VERIFY_RECOVERY_CODE } from './second-factor/policy.ts'
import { linkRoutes, verifyMailedAddress } from './security/links.server.ts'
import { findPasswordWeakness } from './security/weak-password.server.ts'
import { cookieName } from './session/session-cookie.server.ts'
import { completeCodeSignIn, completePasswordSignIn } from './sign-in/complete-sign-in.server.ts'
import { respondDetached, TIMING_STEP_MS, withConstantTiming } from './sign-in/detached-work.server.ts'
import { findRateLimitAccount } from './sign-in/devices.server.ts'
import { HASHING, type Hashing } from './sign-in/hashing.server.ts'
import { withRegistration } from './sign-in/registration.server.ts'
import { findSignUpRefusal, SignUpReservations, withRequiredName } from './sign-in/sign-up.server.ts'
import { challengeIfCrowded, withSignUpCheck } from './sign-in/sign-up-check.server.ts'
import { rememberSignUp } from './verification/sign-in-after-sign-up.server.ts'

type Env = { Variables: { address: string } }

/** Serves the JSON API under `/api/auth/*` and the forms for mailed links. */
export function authRoutes(
  services: Services & { hashing: Hashing },
  { pace = TIMING_STEP_MS, hashing = services.hashing } = {},
) {
  const loadAuth = authLoader(services, hashing)
  const routes = new Hono<Env>().basePath('/api/auth')
  routes.use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  routes.post('/verify-email', async (c) => {
    const input = await readInput(c.req.raw, inputs.verifyEmail)
    if (input instanceof Response) return input
    const wait = await consumeRateLimit(services, LINK_TOKEN_RATE_LIMIT, c.var)
    if (wait > 0) return rateLimitResponse(wait)
    const { verified, ...rest } = await verifyMailedAddress(services, input.token, c)
    return verified
      ? c.json({ status: true, ...rest })
      : errorResponse(400, 'INVALID_TOKEN', 'This link has expired. Sign in to get a new one.')
  })
  routes.post('/sign-up/challenge', async (c) => {
    const input = await readInput(c.req.raw, inputs.signUpChallenge)
    if (input instanceof Response) return input
    const wait = await consumeRateLimit(services, CHALLENGE_RATE_LIMIT, c.var)
    return wait > 0
      ? rateLimitResponse(wait)
      : c.json({ challenge: await challengeIfCrowded(services, input) })
  })
  const desk = { services, loadAuth, signingUp: new SignUpReservations(hashing), pace }
  const queue = new GuestQueue(SIGN_INS)
  for (const [path, operation] of Object.entries(AUTH_OPERATIONS))
    routes.post(path, async (c) => {
      // Reads the body before queueing, because a body may take a minute to arrive.
      const input = await readInput(c.req.raw, operation.input)
      if (input instanceof Response) return input
      const { address } = c.var
      const act = () => hashing.of(address, () => answer(desk, { path, operation, input }, c))
      return operation.asMember ? act() : queue.run(address, act, c.req.raw.signal)
    })
  routes.all('*', () => errorResponse(404, 'NOT_FOUND', 'Operation not found.'))
  return new Hono<Env>().route('/', linkRoutes(services)).route('/', routes)
}

/** Protects the database: 8 requests at once, each of at least 250 ms (detached-work.server.ts), are 32 a second. */
const SIGN_INS = { ...HASHING, name: 'sign-ins', atOnce: 8 }

interface AuthServices {
  services: Services
  loadAuth: () => Promise<Auth>
  signingUp: SignUpReservations
  pace: number
}

interface AuthCall {
  path: string
  operation: AuthOperation
  input: unknown
}

async function answer(desk: AuthServices, wanted: AuthCall, c: Call<Env>): Promise<Response> {
  const { services } = desk
  const { path, operation, input } = wanted
  const account = await findRateLimitAccount(services, path === SIGN_IN_PATH, input, c.req.raw.headers)
  const wait = await consumeRateLimit(services, operation.limit, { account, address: c.var.address })
  if (wait > 0) return rateLimitResponse(wait)
  if (path !== SIGN_UP_PATH) return perform(desk, { ...wanted, account }, c)
  const signUp = (input: object, allowance: MailAllowance) =>
    perform(desk, { ...wanted, input, account, allowance }, c)
  return withRegistration(services, input, (input) => withSignUpCheck(services, input, signUp))
}

interface RateLimitedAuthCall extends AuthCall {
  account: string | undefined
  allowance?: MailAllowance
}

async function perform(
  desk: AuthServices,
  { path, operation, input, account, allowance = 'unproven' }: RateLimitedAuthCall,
  c: Call<Env>,
): Promise<Response> {
  const { services, signingUp, pace } = desk
  const headers = forwardHeaders(c.req.raw.headers, c.var.address, services.config, shownBy(operation))
  if ((input as { endAccess?: boolean }).endAccess) headers.set(END_ACCESS_HEADER, '1')
  const weakness =
    operation.choosesPassword && (await findPasswordWeakness(services, desk.loadAuth, input as object))
  if (weakness) return weakness
  const url = `${services.config.PUBLIC_URL}/api/auth${path}`
  const body = JSON.stringify(path === SIGN_UP_PATH ? await withRequiredName(services, input) : input)
  const act = async () => (await desk.loadAuth()).handler(new Request(url, { method: 'POST', headers, body }))
  if (operation.detached) {
    // Fails for every address if the database is down, because a success response promises a mail.
    await sql`select 1`.execute(services.db)
    if (path !== SIGN_UP_PATH) return respondDetached(services, { name: path, pace, work: act })
    const { email, username } = input as { email: string; username?: string }
    const asked = { signingUp, email, username, allowance, address: c.var.address }
    const refusal = await findSignUpRefusal(services, asked)
    if (refusal) return refusal
    const work = () => signingUp.run(username, act)
    const response = await respondDetached(services, { name: path, pace, work })
    for (const cookie of rememberSignUp(services, c.req.raw.headers, input))
      response.headers.append('set-cookie', cookie)
    return response
  }
  const done = await (operation.even ? withConstantTiming(pace, act) : act())
  const challenge = path === SIGN_IN_PATH && (await readChallengeCookies(done, services.config))
  // The password is correct, but a code is still required.
  if (challenge) return secondFactorResponse(challenge)
  const response = await toApiResponse(done, {
    withToken: !isBrowser(c.req.raw.headers),
    cookie: cookieName(services.config),
  })
  if (done.status === 401 && path === VERIFY_RECOVERY_CODE)
    await forgiveUsedCode(services, await desk.loadAuth(), c.req.raw.headers, input as { code: string })
  if (!done.ok) return response
  const cookies: string[] = []
  if (path === SIGN_IN_PATH) {
    const { email = '' } = input as { email?: string }
    const given = { email, isKnown: account !== email }
    cookies.push(...(await completePasswordSignIn(services, c.req.raw, done, given)))
  }
  if (operation.afterPassword) cookies.push(...(await completeCodeSignIn(services, c.req.raw, done, path)))
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

function shownBy({ asMember, afterPassword }: AuthOperation) {
  if (asMember) return 'session'
  return afterPassword ? 'challenge' : 'nothing'
}
