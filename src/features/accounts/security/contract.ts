import { oc } from '@orpc/contract'
import * as z from 'zod'
import { proven } from '../../../api/core/proven.ts'
import { type RateLimit, rateLimited } from '../../../api/core/rate-limited.ts'
import { inputs } from '../inputs.ts'
import { PASSKEY_REFUSED } from '../passkeys/policy.ts'
import { PASSWORD_MAX } from '../policy.ts'

/**
 * Whoever sits at somebody's open session guesses their password: as at the door, ten times in ten minutes. It is the
 * account's own session that asks, so nobody elsewhere can keep its owner out by guessing.
 */
const OWN_PASSWORD_RATE_LIMIT: RateLimit = {
  name: 'own password',
  account: { times: 10, seconds: 600 },
  address: { times: 60, seconds: 600 },
}
/** Each one is a mail to an address that somebody else may own, and one to the address of before. */
const OWN_EMAIL_RATE_LIMIT: RateLimit = {
  name: 'own address',
  account: { times: 5, seconds: 3600 },
  address: { times: 20, seconds: 3600 },
}
/** Who goes through a long list of sessions is still faster than that. */
const OWN_SESSIONS_RATE_LIMIT: RateLimit = {
  name: 'own sessions',
  account: { times: 60, seconds: 600 },
  address: { times: 300, seconds: 600 },
}

const currentPassword = z.string().min(1).max(PASSWORD_MAX)
const done = z.object({ status: z.literal(true) })
const WRONG_PASSWORD = {
  status: 403,
  message: 'This is not your password.',
  data: z.object({ field: z.string() }),
}
const WRONG_CODE = {
  status: 403,
  message: 'This is not the code that the app shows now.',
  data: z.object({ field: z.string() }),
}
/** Also for who may write nothing any more: an account stays its owner's. */
const ALWAYS = { whileSuspended: true }

/** One session, as its owner sees it. */
const sessionSchema = z.object({
  id: z.uuid(),
  is_current: z.boolean().meta({ description: 'The one that asks.' }),
  browser: z.string().nullable().meta({ description: 'As "Firefox 140"; null when it does not say.' }),
  system: z.string().nullable().meta({ description: 'As "Windows"; null when it does not say.' }),
  address: z
    .string()
    .nullable()
    .meta({ description: 'The network address that it was begun from, for 30 days.' }),
  created_at: z.iso.datetime(),
  used_at: z.iso.datetime().meta({ description: 'When it was last used, to the quarter of an hour.' }),
})

/** What members do for the security of their own account. */
export const security = oc.tag('Security').router({
  listSessions: oc
    .route({ method: 'GET', path: '/me/sessions', summary: 'Where I am signed in, the last used first' })
    .output(z.object({ items: z.array(sessionSchema) })),

  endSession: proven(OWN_SESSIONS_RATE_LIMIT)
    .meta(ALWAYS)
    .route({ method: 'DELETE', path: '/me/sessions/{id}', summary: 'Sign out one of my sessions' })
    .input(z.object({ id: z.uuid() }))
    .errors({ NOT_FOUND: { message: 'This session has ended already.' } })
    .output(z.object({ id: z.uuid() })),

  endOtherSessions: proven(OWN_SESSIONS_RATE_LIMIT)
    .meta(ALWAYS)
    .route({
      method: 'DELETE',
      path: '/me/sessions',
      summary: 'Sign out all my sessions but the one that asks',
    })
    .output(z.object({ ended: z.int() })),

  changePassword: rateLimited(OWN_PASSWORD_RATE_LIMIT)
    .meta(ALWAYS)
    .route({ method: 'PUT', path: '/me/password', summary: 'Change my password; all my other sessions end' })
    .input(
      z.object({ current_password: currentPassword, new_password: inputs.resetPassword.shape.newPassword }),
    )
    .errors({
      WRONG_PASSWORD,
      WEAK_PASSWORD: {
        status: 422,
        message: 'Please choose another password.',
        data: z.object({ field: z.string() }),
      },
    })
    .output(done),

  prove: rateLimited(OWN_PASSWORD_RATE_LIMIT)
    .meta(ALWAYS)
    .route({
      method: 'PUT',
      path: '/me/proof',
      summary:
        'Show that I know my password, or have my second factor or a passkey, for what answers PROOF_REQUIRED otherwise',
    })
    .input(
      z.union([
        z.object({ password: currentPassword }),
        inputs.verifyCode,
        z.object({ passkey: inputs.passkeySignIn }),
      ]),
    )
    .errors({
      WRONG_PASSWORD,
      WRONG_CODE,
      PASSKEY_REFUSED: { status: 403, message: PASSKEY_REFUSED },
    })
    .output(z.object({ proven_until: z.iso.datetime() })),

  readEmail: oc.route({ method: 'GET', path: '/me/email', summary: 'The address of my account' }).output(
    z.object({
      email: z.string(),
      pending: z
        .string()
        .nullable()
        .meta({ description: 'The address that waits for its link to be opened, for a day.' }),
    }),
  ),

  changeEmail: proven(OWN_EMAIL_RATE_LIMIT)
    .meta(ALWAYS)
    .route({
      method: 'PUT',
      path: '/me/email',
      summary: 'Change my address, once the link that is mailed to the new one was opened',
      description:
        'Answers alike whether or not the address belongs to another account: the rest is in the mail.',
    })
    .input(z.object({ email: inputs.requestReset.shape.email }))
    .errors({
      CONFLICT: { message: 'This is your address already.', data: z.object({ field: z.string() }) },
      MAILS_EXHAUSTED: { status: 503, message: 'Too many mails were asked for. Please try again later.' },
    })
    .output(z.object({ email: z.string(), pending: z.string() })),
})

export type OwnSession = z.infer<typeof sessionSchema>
