import { DatabaseError } from 'pg'
import type * as z from 'zod'
import type { Services } from '../../core/context.server.ts'
import type { OpenIdProvider } from '../../platform/config/openid-providers.server.ts'
import { errorResponse } from '../api-response.server.ts'
import type { Auth } from '../auth.server.ts'
import { isBlockedMail } from '../blocked-mail/sql.server.ts'
import type { inputs } from '../inputs.ts'
import { enqueueQuietly, sendProviderConnected, sendSignUpNotification } from '../mail/jobs.server.ts'
import { beginChallenge } from '../second-factor/challenge.server.ts'
import { findSecondFactor } from '../second-factor/sql.server.ts'
import { authenticate } from '../session/session.server.ts'
import { beginSession } from '../sign-in/complete-sign-in.server.ts'
import { registrationClosed, withRegistration } from '../sign-in/registration.server.ts'
import { addressRefusal, usernameObstacle, usernameRefusal } from '../sign-in/sign-up.server.ts'
import { type NewcomerCookieData, newcomerCookie, type OpenIdAttempt } from './cookies.server.ts'
import type { ConnectOutcome, OpenIdOutcome } from './outcomes.ts'
import { type Claims, claimsOf, type OpenIdClients } from './provider.server.ts'
import { findMemberByIdentity, insertAccount, insertMember, isMembersAddress } from './sql.server.ts'

type LoadAuth = () => Promise<Auth>

interface ProviderReturn {
  loadAuth: LoadAuth
  clients: OpenIdClients
  provider: OpenIdProvider
  /** Undefined if the attempt has expired or began in another browser. */
  attempt: OpenIdAttempt | undefined
  url: string
}

interface Caller {
  headers: Headers
  address: string
}

/** Redirect after the callback, with its Set-Cookie headers. */
interface CallbackRedirect {
  path: string
  cookies: string[]
}

export async function handleProviderCallback(
  services: Services,
  caller: Caller,
  back: ProviderReturn,
): Promise<CallbackRedirect> {
  const { provider, attempt, url } = back
  const query = new URL(url).searchParams
  if (!attempt || attempt.provider !== provider.id) return ended(attempt, 'expired')
  if (query.get('error') === 'access_denied') return ended(attempt, 'denied')
  const claims = await readClaims(services, back, attempt).catch((error: unknown) => {
    services.log.warn({ err: error, provider: provider.id }, 'sign-in with a provider failed')
  })
  if (!claims) return ended(attempt, 'failed')
  if (attempt.member_id) return connect(services, caller, provider, { claims, memberId: attempt.member_id })
  return enter(services, caller, provider, { claims, redirect: attempt.redirect, loadAuth: back.loadAuth })
}

async function readClaims(
  { config }: Services,
  { clients, provider, url }: ProviderReturn,
  attempt: OpenIdAttempt,
) {
  const { authorizationCodeGrant } = await import('openid-client')
  const configuration = await clients.of(provider)
  // Uses PUBLIC_URL, because the provider compares the redirect URL. Behind a proxy, the request's differs.
  const { pathname, search } = new URL(url)
  const tokens = await authorizationCodeGrant(configuration, new URL(pathname + search, config.PUBLIC_URL), {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.code_verifier,
    idTokenExpected: true,
  })
  return claimsOf(configuration, tokens)
}

async function enter(
  services: Services,
  caller: Caller,
  { id, issuer }: OpenIdProvider,
  { claims, redirect, loadAuth }: { claims: Claims; redirect: string; loadAuth: LoadAuth },
): Promise<CallbackRedirect> {
  const { subject, email, isVerified, username } = claims
  const member = await findMemberByIdentity(services.db, { issuer, subject })
  if (member) return signIn(services, caller, member, { redirect, loadAuth })
  if (!email) return refused('no-address')
  if (!isVerified) return refused('unverified')
  if (await isMembersAddress(services.db, email)) return refused('exists')
  if (await isBlockedMail(services.db, email)) return refused('blocked')
  const newcomer = { provider: id, subject, email, username, redirect }
  return { ...refused('newcomer'), cookies: [newcomerCookie.set(services.config, newcomer)] }
}

/** Redirects to /auth, which asks for a second factor, if any, and runs the action that required a sign-in. */
async function signIn(
  services: Services,
  caller: Caller,
  member: { id: string; email: string },
  { redirect, loadAuth }: { redirect: string; loadAuth: LoadAuth },
): Promise<CallbackRedirect> {
  const onwards = `redirect=${encodeURIComponent(redirect)}`
  if ((await findSecondFactor(services.db, member.id))?.verified)
    return {
      path: `/auth?openid=code&${onwards}`,
      cookies: [await beginChallenge(await loadAuth(), services.config, member.id)],
    }
  return { path: `/auth?${onwards}`, cookies: await beginSession(services, caller, member) }
}

/** Connects the provider to the member who began the attempt, unless another one has signed in meanwhile. */
async function connect(
  services: Services,
  { headers }: Caller,
  { issuer, name }: OpenIdProvider,
  { claims, memberId }: { claims: Claims; memberId: string },
): Promise<CallbackRedirect> {
  const { viewer } = await authenticate(services, headers)
  if (viewer?.id !== memberId) return inSettings('expired')
  try {
    await insertAccount(services.db, memberId, { issuer, subject: claims.subject })
    await enqueueQuietly(services, sendProviderConnected, { user_id: memberId, provider: name })
    return inSettings('connected')
  } catch (error) {
    if (!(error instanceof DatabaseError && error.constraint === 'accounts_provider_id_account_id_key'))
      throw error
    const owner = await findMemberByIdentity(services.db, { issuer, subject: claims.subject })
    return inSettings(owner?.id === memberId ? 'connected' : 'taken')
  }
}

function ended(
  attempt: OpenIdAttempt | undefined,
  outcome: 'expired' | 'denied' | 'failed',
): CallbackRedirect {
  return attempt?.member_id ? inSettings(outcome) : refused(outcome)
}

function refused(outcome: OpenIdOutcome): CallbackRedirect {
  return { path: `/auth?openid=${outcome}`, cookies: [] }
}

function inSettings(outcome: ConnectOutcome): CallbackRedirect {
  return { path: `/settings/security?openid=${outcome}`, cookies: [] }
}

interface ProviderSignUp {
  newcomer: NewcomerCookieData
  provider: OpenIdProvider
  input: z.output<typeof inputs.openIdSignUp>
}

/** Creates the account and signs in, without a verification link: the provider has verified the address. */
export function signUpWithProvider(
  services: Services,
  caller: Caller,
  { newcomer, provider, input }: ProviderSignUp,
) {
  const { config, db } = services
  const { subject, email, redirect } = newcomer
  return withRegistration(services, input, async (allowed) => {
    const { username, invite_id } = allowed as { username: string; invite_id?: string }
    const obstacle = await usernameObstacle(services, username)
    if (obstacle) return usernameRefusal(obstacle)
    const { issuer } = provider
    const made = await insertMember(db, { issuer, subject, email, username, invite_id }).catch(refusal)
    if (made instanceof Response) return made
    await enqueueQuietly(services, sendSignUpNotification, { user_id: made.id })
    const response = Response.json({ status: true, redirect })
    const cookies = await beginSession(services, caller, { ...made, email })
    for (const cookie of [newcomerCookie.end(config), ...cookies])
      response.headers.append('set-cookie', cookie)
    return response
  })
}

function refusal(error: unknown): Response {
  const constraint = error instanceof DatabaseError ? (error.constraint ?? '') : ''
  if (constraint.includes('username')) return usernameRefusal('taken')
  if (constraint === 'users_registration_check') return registrationClosed()
  if (constraint === 'users_email_blocked') return addressRefusal()
  if (constraint === 'users_email_key' || constraint === 'accounts_provider_id_account_id_key')
    return errorResponse(409, 'CONFLICT', 'This address now has an account. Please sign in.')
  throw error
}
