import { errorCode, errorField, errorMessage, isUnreachable } from '../../core/api-error.ts'
import { explainRateLimit } from '../../core/rate-limit-toast.ts'
import { csrfToken } from '../../platform/http/csrf.ts'
import { waitText } from '../../platform/http/rate.ts'
import { consumeLocalRateLimit } from '../../shared/typed-input-guard/rate-limit.ts'
import type { PasskeyAnswer } from '../passkeys/schema.ts'
import type { Challenge, Proof } from './challenge-schema.ts'

export class AccountError extends Error {
  override name = 'AccountError'
  readonly code: string
  readonly field: string | undefined

  constructor(code: string, message: string, field?: string) {
    super(message)
    this.code = code
    this.field = field
  }
}

export async function requestSignIn(input: { email: string; password: string }): Promise<boolean> {
  const { second_factor } = await post('auth/sign-in/email', input)
  return second_factor !== undefined
}

export function submitCode(code: string): Promise<unknown> {
  return post('auth/two-factor/verify-totp', { code })
}

export function submitRecoveryCode(code: string): Promise<unknown> {
  return post('auth/two-factor/verify-backup-code', { code })
}

export interface PasskeyChallenge {
  /** Options for `navigator.credentials`, in WebAuthn's JSON format. */
  options: unknown
  ticket: string
}

export async function readPasskeyChallenge(): Promise<PasskeyChallenge> {
  const { options, ticket } = await post('auth/passkey/challenge', {})
  if (!options || !ticket) throw new AccountError('UNKNOWN', 'Something went wrong. Please try again.')
  return { options, ticket }
}

export function submitPasskey(answer: PasskeyAnswer): Promise<unknown> {
  return post('auth/passkey/sign-in', answer)
}

export function requestSignOut(): Promise<unknown> {
  return post('auth/sign-out', {})
}

/** Requests a sign-up. The response doesn't reveal whether the address has an account; only the mail does. */
export function requestSignUp(input: {
  username: string
  email: string
  password: string
  invite?: string
  website?: string
  proof?: Proof | undefined
}): Promise<unknown> {
  return post('auth/sign-up/email', input)
}

/** Returns the challenge to solve before a sign-up, or null if none is required. `always` requests one anyway. */
export async function signUpChallenge(always: boolean): Promise<Challenge | null> {
  const { challenge } = await post('auth/sign-up/challenge', { always })
  return challenge ?? null
}

export function sendVerification(email: string): Promise<unknown> {
  return post('auth/send-verification-email', { email })
}

/**
 * Verifies an email address. `signed_in`: also signed in, because this browser signed up. `reset_token`: for setting a
 * password, if the account has none.
 */
export function verifyEmail(token: string): Promise<{ reset_token?: string; signed_in?: boolean }> {
  return post('auth/verify-email', { token })
}

export function requestPasswordReset(email: string): Promise<unknown> {
  return post('auth/request-password-reset', { email })
}

export function resetPassword(input: {
  token: string
  newPassword: string
  endAccess?: boolean
}): Promise<unknown> {
  return post('auth/reset-password', input)
}

/** Navigates to a provider to sign in or, with a `ticket` from `client.me.connectProvider`, to connect it. */
export async function redirectToProvider(id: string, input: { redirect: string } | { ticket: string }) {
  const { url = '/' } = await post(`auth/openid/${id}`, input)
  location.assign(url)
}

export interface Newcomer {
  provider: string
  email: string
  username: string
}

/** Returns the person who came from a provider and has no account here, or null. */
export async function readNewcomer(): Promise<Newcomer | null> {
  const response = await fetch('/api/auth/openid/sign-up')
  const { newcomer = null } = response.ok ? await response.json() : {}
  return newcomer
}

export function signUpNewcomer(input: { username: string; invite?: string }): Promise<{ redirect?: string }> {
  return post('auth/openid/sign-up', input)
}

interface AccountResponse extends Partial<PasskeyChallenge> {
  redirect?: string
  url?: string
  challenge?: Challenge | null
  reset_token?: string
  signed_in?: boolean
  second_factor?: 'totp'
}

async function post(path: string, body: unknown): Promise<AccountResponse> {
  const response = await fetch(`/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken() },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new AccountError('OFFLINE', OFFLINE)
  })
  await explainRateLimit(response)
  const answer = await response.json().catch(() => ({}))
  if (response.ok) return answer
  throw new AccountError(
    answer.code ?? 'UNKNOWN',
    answer.message ?? 'Something went wrong. Please try again.',
    answer.data?.field,
  )
}

/** Converts errors of the API client to AccountError for `useSubmit`. */
export async function withAccountError<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    const message = isUnreachable(error) ? OFFLINE : (errorMessage(error) ?? 'Please try again.')
    throw new AccountError(errorCode(error) ?? 'UNKNOWN', message, errorField(error))
  }
}

const OFFLINE = 'The forum can’t be reached. Check your connection and try again.'

/** Allows five actions of each kind per minute in this browser. Throws AccountError beyond that. */
export function checkRateLimit(act: 'sign-in' | 'mail', now = Date.now()): void {
  const wait = consumeLocalRateLimit(act, undefined, now)
  if (wait === 0) return
  throw new AccountError('TOO_MANY_REQUESTS', `You're going too fast. Try again in ${waitText(wait)}.`)
}
