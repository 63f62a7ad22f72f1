import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { inputs } from './inputs.ts'
import { challengeSchema } from './sign-in/challenge-schema.ts'

/**
 * Who forgot a password tries a few; who guesses, thousands. An account can be tried more often from elsewhere, or
 * anybody could keep its owner out; from a device that the owner has signed in on, apart from all others, or whoever goes on
 * guessing from everywhere could. A school is one address.
 */
export const SIGN_IN_RATE_LIMIT: RateLimit = {
  name: 'sign-in',
  pair: { times: 10, seconds: 600 },
  account: { times: 100, seconds: 3600 },
  address: { times: 60, seconds: 600 },
}
/**
 * A class may sign up in one lesson. Each time a mail goes to an address that somebody else may own: counted by mailbox,
 * and no single address takes all that `signUpMails` (sign-up-mails.server.ts) leaves to everybody.
 */
export const SIGN_UP_RATE_LIMIT: RateLimit = {
  name: 'sign-up',
  pair: { times: 5, seconds: 3600 },
  account: { times: 20, seconds: 3600 },
  address: { times: 60, seconds: 3600 },
}
/** Each form asks once or twice; a school is one address. */
export const CHALLENGE_RATE_LIMIT: RateLimit = {
  name: 'sign-up challenges',
  address: { times: 120, seconds: 600 },
}
/** Nobody shall fill a stranger's mailbox with links they did not ask for. */
export const LINK_MAIL_RATE_LIMIT: RateLimit = {
  name: 'mailed links',
  pair: { times: 5, seconds: 3600 },
  account: { times: 20, seconds: 3600 },
  address: { times: 20, seconds: 600 },
}
/** A link is opened once or twice. Its token cannot be guessed; this saves us the trying. */
export const LINK_TOKEN_RATE_LIMIT: RateLimit = { name: 'opened links', address: { times: 60, seconds: 600 } }
/** Going there, coming back and choosing a name are three; a school is one address. */
export const OPENID_RATE_LIMIT: RateLimit = { name: 'providers', address: { times: 120, seconds: 600 } }
/** A form asks when it opens, again every few minutes while it stands, and at a press; a school is one address. */
export const PASSKEY_RATE_LIMIT: RateLimit = {
  name: 'passkey challenges',
  address: { times: 300, seconds: 600 },
}
/** A code is one of a million, and better-auth counts the wrong ones of an account; this saves us the trying. */
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

/** One that others can be in the way of: passwords wait in line to be hashed, and mails to strangers have a ceiling. */
function shared(path: `/${string}`, limit: RateLimit, summary: string) {
  return operation(path, limit, summary).errors({
    SERVICE_UNAVAILABLE: {
      message: 'Many people are signing in or up right now.',
      data: z.object({
        retry_after: z.int().meta({ description: 'Seconds, as in the header Retry-After.' }),
      }),
    },
  })
}

/** What better-auth does for us (routes.server.ts). No answer tells whether an address has an account. */
export const auth = {
  signUp: shared('/sign-up/email', SIGN_UP_RATE_LIMIT, 'Sign up; a link to verify the address comes by mail')
    .input(inputs.signUp)
    .output(done),
  signUpChallenge: operation(
    '/sign-up/challenge',
    CHALLENGE_RATE_LIMIT,
    'While strangers sign up in numbers: a task, whose solution goes with a sign-up',
  )
    .input(inputs.signUpChallenge)
    .output(z.object({ challenge: challengeSchema.nullable().meta({ description: 'null: there is none' }) })),
  verifyEmail: operation(
    '/verify-email',
    LINK_TOKEN_RATE_LIMIT,
    'Verify an address with the token of the mailed link',
  )
    .input(inputs.verifyEmail)
    .output(done.extend({ reset_token: z.string().optional() })),
  sendVerification: shared(
    '/send-verification-email',
    LINK_MAIL_RATE_LIMIT,
    'Send the link to verify an address again',
  )
    .input(inputs.sendVerification)
    .output(done),
  signIn: shared(
    '/sign-in/email',
    SIGN_IN_RATE_LIMIT,
    'Sign in: a cookie for browsers, a bearer token for everybody else',
  )
    .input(inputs.signIn)
    .output(
      signedIn.extend({
        second_factor: z.literal('totp').optional().meta({
          description: 'Nobody is signed in yet: a code, with the cookie of this answer, comes next.',
        }),
      }),
    ),
  verifyCode: operation(
    '/two-factor/verify-totp',
    SECOND_FACTOR_RATE_LIMIT,
    'Sign in, after the password, with a code of the authenticator app',
  )
    .input(inputs.verifyCode)
    .output(signedIn),
  verifyRecoveryCode: operation(
    '/two-factor/verify-backup-code',
    SECOND_FACTOR_RATE_LIMIT,
    'Sign in, after the password, with a recovery code, which is then used up',
  )
    .input(inputs.verifyRecoveryCode)
    .output(signedIn),
  signOut: operation('/sign-out', SIGN_OUT_RATE_LIMIT, 'Sign out').input(inputs.signOut).output(done),
  requestReset: operation(
    '/request-password-reset',
    LINK_MAIL_RATE_LIMIT,
    'Send a link to choose a new password',
  )
    .input(inputs.requestReset)
    .output(done),
  resetPassword: shared(
    '/reset-password',
    LINK_TOKEN_RATE_LIMIT,
    'Choose a new password with the token of the mailed link',
  )
    .input(inputs.resetPassword)
    .output(done),
}
