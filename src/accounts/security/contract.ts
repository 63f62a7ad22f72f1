import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { requiresProof } from '../../core/requires-proof.ts'
import { ADDRESS_BLOCKED } from '../blocked-mail/policy.ts'
import { inputs } from '../inputs.ts'
import { PASSKEY_REFUSED } from '../passkeys/policy.ts'
import { PASSWORD_MAX } from '../policy.ts'

/** Ten guesses in ten minutes, as for sign-in. Each needs the member's session, so strangers can't use up the limit. */
const OWN_PASSWORD_RATE_LIMIT: RateLimit = {
  name: 'own password',
  account: { times: 10, seconds: 600 },
  address: { times: 60, seconds: 600 },
}
/** Low limit: each change sends mails to the former address and to the new one, perhaps a stranger's. */
const OWN_EMAIL_RATE_LIMIT: RateLimit = {
  name: 'own address',
  account: { times: 5, seconds: 3600 },
  address: { times: 20, seconds: 3600 },
}
/** Limit for ending sessions, high enough to end a long list by hand. */
const OWN_SESSIONS_RATE_LIMIT: RateLimit = {
  name: 'own sessions',
  account: { times: 60, seconds: 600 },
  address: { times: 300, seconds: 600 },
}

const currentPassword = z.string().min(1).max(PASSWORD_MAX)
const done = z.object({ status: z.literal(true) })
const WRONG_PASSWORD = {
  status: 403,
  message: 'Incorrect password.',
  data: z.object({ field: z.string() }),
}
const WRONG_CODE = {
  status: 403,
  message: 'Incorrect code. Enter the code your app shows now.',
  data: z.object({ field: z.string() }),
}
/** Suspended members can still manage their own account. */
const ALWAYS = { whileSuspended: true }

const sessionSchema = z.object({
  id: z.uuid(),
  is_current: z.boolean().meta({ description: 'The session of this request.' }),
  browser: z.string().nullable().meta({ description: 'For example "Firefox 140"; null if unknown.' }),
  system: z.string().nullable().meta({ description: 'For example "Windows"; null if unknown.' }),
  address: z.string().nullable().meta({ description: 'Network address at sign-in, stored for 30 days.' }),
  created_at: z.iso.datetime(),
  used_at: z.iso.datetime().meta({ description: 'Last use, to the nearest 15 minutes.' }),
})

export const securityContract = oc.tag('Security').router({
  listSessions: oc
    .route({ method: 'GET', path: '/me/sessions', summary: 'List my sessions, last used first' })
    .output(z.object({ items: z.array(sessionSchema) })),

  endSession: requiresProof(OWN_SESSIONS_RATE_LIMIT)
    .meta(ALWAYS)
    .route({ method: 'DELETE', path: '/me/sessions/{id}', summary: 'End one of my sessions' })
    .input(z.object({ id: z.uuid() }))
    .errors({ NOT_FOUND: { message: 'This session has already ended.' } })
    .output(z.object({ id: z.uuid() })),

  endOtherSessions: requiresProof(OWN_SESSIONS_RATE_LIMIT)
    .meta(ALWAYS)
    .route({
      method: 'DELETE',
      path: '/me/sessions',
      summary: 'End all my other sessions',
    })
    .output(z.object({ ended: z.int() })),

  changePassword: rateLimited(OWN_PASSWORD_RATE_LIMIT)
    .meta(ALWAYS)
    .route({ method: 'PUT', path: '/me/password', summary: 'Change my password; ends my other sessions' })
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
        'Confirm my identity with my password, second factor or passkey, for operations that return PROOF_REQUIRED',
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

  readEmail: oc.route({ method: 'GET', path: '/me/email', summary: 'Get my email address' }).output(
    z.object({
      email: z.string(),
      pending: z
        .string()
        .nullable()
        .meta({ description: 'New address, awaiting confirmation for up to 24 hours.' }),
    }),
  ),

  changeEmail: requiresProof(OWN_EMAIL_RATE_LIMIT)
    .meta(ALWAYS)
    .route({
      method: 'PUT',
      path: '/me/email',
      summary: 'Change my email address, after confirmation from the new one',
      description:
        'The response is the same if the address belongs to another account. Details are in the email.',
    })
    .input(z.object({ email: inputs.requestReset.shape.email }))
    .errors({
      BAD_REQUEST: { message: ADDRESS_BLOCKED, data: z.object({ field: z.string() }) },
      CONFLICT: { message: 'This is already your address.', data: z.object({ field: z.string() }) },
      MAILS_EXHAUSTED: { status: 503, message: 'Too many emails requested. Please try again later.' },
    })
    .output(z.object({ email: z.string(), pending: z.string() })),
})

export type OwnSession = z.infer<typeof sessionSchema>
