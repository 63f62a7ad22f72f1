/** Outcomes of a sign-in in `/auth?openid=…`. `newcomer`: choose a username. `code`: enter a second factor. */
export const OPENID_OUTCOMES = [
  'newcomer',
  'code',
  'denied',
  'expired',
  'failed',
  'exists',
  'no-address',
  'unverified',
] as const
export type OpenIdOutcome = (typeof OPENID_OUTCOMES)[number]

/** Outcomes of a connection in `/settings?openid=…`. */
export const CONNECT_OUTCOMES = ['connected', 'taken', 'denied', 'expired', 'failed'] as const
export type ConnectOutcome = (typeof CONNECT_OUTCOMES)[number]

export function isOneOf<T extends string>(all: readonly T[], value: unknown): value is T {
  return all.includes(value as T)
}

export const OUTCOME_WORDS: Record<Exclude<OpenIdOutcome, 'newcomer' | 'code'>, string> = {
  denied: 'You are not signed in: it was cancelled over there.',
  expired: 'This took too long, or began in another browser. Please try again.',
  failed: 'Signing in over there did not work. Please try again, or use your password.',
  exists:
    'There is an account here with your address. Sign in with its password, or choose one by “Forgot password?”; then connect the other account in your settings.',
  'no-address': 'The account over there gives no address, and one here needs it. Sign up below instead.',
  unverified:
    'The address of your account over there is not verified. Verify it there and try again, or sign up below instead.',
}

export const CONNECT_WORDS: Record<ConnectOutcome, string> = {
  connected: 'Connected: from now on you can sign in with it.',
  taken: 'That account belongs to another member here.',
  denied: 'Nothing is connected: it was cancelled over there.',
  expired: 'This took too long, or began in another session. Please try again.',
  failed: 'This did not work. Please try again.',
}
