import type { ConnectOutcome, OpenIdOutcome } from './outcomes.ts'

/** Why nobody is signed in, above the form that is left. */
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

/** How connecting an account ended. */
export const CONNECT_WORDS: Record<ConnectOutcome, string> = {
  connected: 'Connected: from now on you can sign in with it.',
  taken: 'That account belongs to another member here.',
  denied: 'Nothing is connected: it was cancelled over there.',
  expired: 'This took too long, or began in another session. Please try again.',
  failed: 'This did not work. Please try again.',
}
