import * as z from 'zod'
import { type RateLimit, rateLimited } from '../core/rate-limited.ts'
import { inputs } from './inputs.ts'
import { challengeSchema } from './sign-in/challenge-schema.ts'

/**
 * A member who forgot their password tries a few passwords; an attacker tries thousands.
 * - `account` is higher than `pair` (account and IP address), so that strangers can't easily lock the owner out. The
 * owner's known devices are counted separately, so attacks from many addresses don't lock the owner out either.
 * - `address` is high enough for a school behind one IP address.
 */
export const SIGN_IN_RATE_LIMIT: RateLimit = {
  name: 'sign-in',
  pair: { times: 10, seconds: 600 },
  account: { times: 100, seconds: 3600 },
  address: { times: 60, seconds: 600 },
}
/**
 * `address`: a class can sign up in one lesson, but one address can't use up `signUpMails` (sign-up-mails.server.ts).
 * `account`: each sign-up sends a mail to an address that may be someone else's, so mails are counted by mailbox.
 */
export const SIGN_UP_RATE_LIMIT: RateLimit = {
  name: 'sign-up',
  pair: { times: 5, seconds: 3600 },
  account: { times: 20, seconds: 3600 },
  address: { times: 60, seconds: 3600 },
}
/** A sign-up form requests one or two challenges for a proof of work. A whole school may share one IP address. */
export const CHALLENGE_RATE_LIMIT: RateLimit = {
  name: 'sign-up challenges',
  address: { times: 120, seconds: 600 },
}
/** Limits emails with links to an address, so that nobody can flood a stranger's mailbox. */
export const LINK_MAIL_RATE_LIMIT: RateLimit = {
  name: 'mailed links',
  pair: { times: 5, seconds: 3600 },
  account: { times: 20, seconds: 3600 },
  address: { times: 20, seconds: 600 },
}
/** A link is opened once or twice. The limit only saves the cost of checking guesses, which can't succeed. */
export const LINK_TOKEN_RATE_LIMIT: RateLimit = { name: 'opened links', address: { times: 60, seconds: 600 } }
/** A sign-up through a provider takes three requests. A whole school may share one IP address. */
export const OPENID_RATE_LIMIT: RateLimit = { name: 'providers', address: { times: 120, seconds: 600 } }
/** Sign-in forms request a challenge on opening, every few minutes and on click. A school may share one IP address. */
export const PASSKEY_RATE_LIMIT: RateLimit = {
  name: 'passkey challenges',
  address: { times: 300, seconds: 600 },
}
/** better-auth already prevents guessing one of the million codes. This limit only saves the cost of checking them. */
export const SECOND_FACTOR_RATE_LIMIT: RateLimit = {
  name: 'second factor of a sign-in',
  address: { times: 60, seconds: 600 },
}
export const SIGN_OUT_RATE_LIMIT: RateLimit = { name: 'sign-out', address: { times: 60, seconds: 60 } }

const done = z.object({ status: z.literal(true) })
const signedIn = done.extend({ token: z.string().optional() })

function operation(path: `/${string}`, limit: RateLimit, summary: string) {
  return rateLimited(limit).route({ method: 'POST', path: `/auth${path}`, summary, tags: ['Accounts'] })
}

/** Declares an operation that can respond 503: if the password queue is full, or too many mails go to strangers. */
function shared(path: `/${string}`, limit: RateLimit, summary: string) {
  return operation(path, limit, summary).errors({
    SERVICE_UNAVAILABLE: {
      message: 'Too many people are signing in or up right now.',
      data: z.object({
        retry_after: z.int().meta({ description: 'Seconds, same as the Retry-After header.' }),
      }),
    },
  })
}

/** Operations of better-auth (routes.server.ts). No response reveals whether an address has an account. */
export const authContract = {
  signUp: shared('/sign-up/email', SIGN_UP_RATE_LIMIT, 'Sign up; sends an email with a verification link')
    .input(inputs.signUp)
    .output(done),
  signUpChallenge: operation(
    '/sign-up/challenge',
    CHALLENGE_RATE_LIMIT,
    'Get a challenge to solve for signing up, while there are many sign-ups',
  )
    .input(inputs.signUpChallenge)
    .output(z.object({ challenge: challengeSchema.nullable().meta({ description: 'null: none required' }) })),
  verifyEmail: operation(
    '/verify-email',
    LINK_TOKEN_RATE_LIMIT,
    'Verify an email address with the token from the email',
  )
    .input(inputs.verifyEmail)
    .output(done.extend({ reset_token: z.string().optional() })),
  sendVerification: shared('/send-verification-email', LINK_MAIL_RATE_LIMIT, 'Resend the verification link')
    .input(inputs.sendVerification)
    .output(done),
  signIn: shared(
    '/sign-in/email',
    SIGN_IN_RATE_LIMIT,
    'Sign in; browsers get a cookie, other clients a bearer token',
  )
    .input(inputs.signIn)
    .output(
      signedIn.extend({
        second_factor: z.literal('totp').optional().meta({
          description: 'Not signed in yet: send a code next, with the cookie from this response.',
        }),
      }),
    ),
  verifyCode: operation(
    '/two-factor/verify-totp',
    SECOND_FACTOR_RATE_LIMIT,
    'Complete sign-in with a code from the authenticator app',
  )
    .input(inputs.verifyCode)
    .output(signedIn),
  verifyRecoveryCode: operation(
    '/two-factor/verify-backup-code',
    SECOND_FACTOR_RATE_LIMIT,
    'Complete sign-in with a recovery code, which can be used only once',
  )
    .input(inputs.verifyRecoveryCode)
    .output(signedIn),
  signOut: operation('/sign-out', SIGN_OUT_RATE_LIMIT, 'Sign out').input(inputs.signOut).output(done),
  requestReset: operation('/request-password-reset', LINK_MAIL_RATE_LIMIT, 'Send a password reset link')
    .input(inputs.requestReset)
    .output(done),
  resetPassword: shared(
    '/reset-password',
    LINK_TOKEN_RATE_LIMIT,
    'Set a new password with the token from the email',
  )
    .input(inputs.resetPassword)
    .output(done),
}
