/** Outcomes of a sign-in, shown at `/auth?openid=…`. `newcomer`: choose a username. `code`: enter a second factor. */
export const OPENID_OUTCOMES = [
  'newcomer',
  'code',
  'denied',
  'expired',
  'failed',
  'exists',
  'no-address',
  'unverified',
  'blocked',
] as const
export type OpenIdOutcome = (typeof OPENID_OUTCOMES)[number]

/** Outcomes of connecting a provider, shown at `/settings/security?openid=…`. */
export const CONNECT_OUTCOMES = ['connected', 'taken', 'denied', 'expired', 'failed'] as const
export type ConnectOutcome = (typeof CONNECT_OUTCOMES)[number]

export function isOneOf<T extends string>(all: readonly T[], value: unknown): value is T {
  return all.includes(value as T)
}

export const OPENID_OUTCOME_TEXT: Record<Exclude<OpenIdOutcome, 'newcomer' | 'code'>, string> = {
  denied: 'You weren’t signed in because the sign-in was cancelled.',
  expired: 'The sign-in took too long or was started in another browser. Please try again.',
  failed: 'The sign-in failed. Please try again, or use your password.',
  exists:
    'Your address already has an account here. Sign in with its password, or set one with “Forgot password?”. Then connect the other account in your settings.',
  'no-address': 'The other account didn’t share an email address, which we need. Sign up below instead.',
  unverified:
    'The email address of the other account isn’t verified. Verify it there and try again, or sign up below instead.',
  blocked: 'You can’t use the email address of the other account here. Sign up below with another one.',
}

export const CONNECT_OUTCOME_TEXT: Record<ConnectOutcome, string> = {
  connected: 'Connected. You can now sign in with it.',
  taken: 'That account is already connected to another member.',
  denied: 'The account wasn’t connected because the sign-in was cancelled.',
  expired: 'The sign-in took too long or was started in another session. Please try again.',
  failed: 'The account couldn’t be connected. Please try again.',
}
