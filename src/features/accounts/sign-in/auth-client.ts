import { explainRateLimit } from '../../../api/core/rate-limit-toast.ts'
import { csrfToken } from '../../../platform/csrf.ts'
import type { PasskeyAnswer } from '../passkeys/schema.ts'
import type { Challenge, Proof } from './challenge-schema.ts'

/** What the accounts' endpoints refuse, in words to show as they are. */
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

/** Resolves to whether a code is asked for; until it is given nobody is signed in. */
export async function startSession(input: { email: string; password: string }): Promise<boolean> {
  const { second_factor } = await post('auth/sign-in/email', input)
  return second_factor !== undefined
}

export function sendCode(code: string): Promise<unknown> {
  return post('auth/two-factor/verify-totp', { code })
}

export function sendRecoveryCode(code: string): Promise<unknown> {
  return post('auth/two-factor/verify-backup-code', { code })
}

export interface PasskeyChallenge {
  /** For `navigator.credentials`, as JSON. */
  options: unknown
  ticket: string
}

/** For whichever passkey somebody has. */
export async function readPasskeyChallenge(): Promise<PasskeyChallenge> {
  const { options, ticket } = await post('auth/passkey/challenge', {})
  if (!options || !ticket) throw new AccountError('UNKNOWN', 'Something went wrong. Please try again.')
  return { options, ticket }
}

/** Signs in. */
export function sendPasskey(answer: PasskeyAnswer): Promise<unknown> {
  return post('auth/passkey/sign-in', answer)
}

export function endSession(): Promise<unknown> {
  return post('auth/sign-out', {})
}

/** Answers alike whether the address has an account or not: the rest is in the mail. */
export function signUp(input: {
  username: string
  email: string
  password: string
  invite?: string
  website?: string
  proof?: Proof | undefined
}): Promise<unknown> {
  return post('auth/sign-up/email', input)
}

/** What has to be solved before signing up; null where nothing has to. `always`: also where nothing has to. */
export async function signUpChallenge(always: boolean): Promise<Challenge | null> {
  const { challenge } = await post('auth/sign-up/challenge', { always })
  return challenge ?? null
}

export function sendVerification(email: string): Promise<unknown> {
  return post('auth/send-verification-email', { email })
}

/** Resolves to a token for the form that sets a password when the account has none. */
export async function verifyEmail(token: string): Promise<string | undefined> {
  const { reset_token } = await post('auth/verify-email', { token })
  return reset_token
}

export function requestReset(email: string): Promise<unknown> {
  return post('auth/request-password-reset', { email })
}

export function resetPassword(input: {
  token: string
  newPassword: string
  endAccess?: boolean
}): Promise<unknown> {
  return post('auth/reset-password', input)
}

/**
 * Goes where people sign in with an account elsewhere; resolves when the browser is about to. `ticket`: to connect that account with
 * the one here (`client.me.connectProvider`).
 */
export async function leaveForProvider(
  id: string,
  input: { redirect: string } | { ticket: string },
): Promise<void> {
  const { url = '/' } = await post(`auth/openid/${id}`, input)
  location.assign(url)
}

export interface Newcomer {
  /** As people call it. */
  provider: string
  email: string
  /** What they might be called. */
  username: string
}

/** Who came from a provider and has no account here yet; null when nobody did lately. */
export async function readNewcomer(): Promise<Newcomer | null> {
  const response = await fetch('/api/auth/openid/sign-up')
  const { newcomer = null } = response.ok ? await response.json() : {}
  return newcomer
}

/** Answers with where they wanted to go. */
export function signUpNewcomer(input: { username: string; invite?: string }): Promise<{ redirect?: string }> {
  return post('auth/openid/sign-up', input)
}

interface AccountResponse extends Partial<PasskeyChallenge> {
  redirect?: string
  url?: string
  challenge?: Challenge | null
  reset_token?: string
  second_factor?: 'totp'
}

async function post(path: string, body: unknown): Promise<AccountResponse> {
  const response = await fetch(`/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken() },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new AccountError('OFFLINE', 'The forum cannot be reached. Check your connection and try again.')
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
