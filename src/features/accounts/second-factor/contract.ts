import { oc } from '@orpc/contract'
import * as z from 'zod'
import { proven } from '../../../api/core/proven.ts'
import type { RateLimit } from '../../../api/core/rate-limited.ts'
import { inputs } from '../inputs.ts'
import { PASSKEY_FIRST } from '../passkeys/policy.ts'

/** Who mistypes a code tries a few times; who guesses, a million. */
const SECOND_FACTOR_RATE_LIMIT: RateLimit = {
  name: 'second factor',
  account: { times: 20, seconds: 600 },
  address: { times: 60, seconds: 600 },
}

/** Also for who may write nothing any more: an account stays its owner's. */
const ALWAYS = { whileSuspended: true }
const recoveryCodes = z
  .array(z.string())
  .meta({ description: 'Each signs in once in place of a code. They are not shown again.' })
const NONE = { NOT_FOUND: { message: 'There is no second factor.' } }

/** A code of an authenticator app, asked for after the password. */
export const secondFactor = oc.tag('Security').router({
  readSecondFactor: oc
    .route({
      method: 'GET',
      path: '/me/second-factor',
      summary: 'Whether signing in asks me for a second factor',
    })
    .output(
      z.object({
        enabled: z.boolean(),
        since: z.iso.datetime().nullable(),
        recovery_codes_left: z.int(),
        required: z.boolean().meta({ description: 'My roles act only with one.' }),
      }),
    ),

  beginSecondFactor: proven(SECOND_FACTOR_RATE_LIMIT)
    .route({
      method: 'POST',
      path: '/me/second-factor',
      summary: 'Get a secret for my authenticator app; a code of it switches the second factor on',
    })
    .errors({
      CONFLICT: { message: 'You have a second factor already.' },
      PASSKEY_FIRST,
    })
    .output(
      z.object({
        secret: z.string().meta({ description: 'In base32, to be typed.' }),
        uri: z.string().meta({ description: 'otpauth://totp/…, to be shown as a QR code.' }),
      }),
    ),

  confirmSecondFactor: proven(SECOND_FACTOR_RATE_LIMIT)
    .route({
      method: 'PUT',
      path: '/me/second-factor',
      summary: 'Switch my second factor on with a code of the app; all my other sessions end',
    })
    .input(inputs.verifyCode)
    .errors({
      PASSKEY_FIRST,
      NOT_FOUND: { message: 'Please begin again: this secret is not waiting for a code.' },
      WRONG_CODE: {
        status: 403,
        message: 'This is not the code that the app shows now.',
        data: z.object({ field: z.string() }),
      },
    })
    .output(z.object({ recovery_codes: recoveryCodes })),

  renewRecoveryCodes: proven(SECOND_FACTOR_RATE_LIMIT)
    .route({
      method: 'POST',
      path: '/me/second-factor/recovery-codes',
      summary: 'Get new recovery codes; those of before are worth nothing any more',
    })
    .errors(NONE)
    .output(z.object({ recovery_codes: recoveryCodes })),

  endSecondFactor: proven(SECOND_FACTOR_RATE_LIMIT)
    .meta(ALWAYS)
    .route({ method: 'DELETE', path: '/me/second-factor', summary: 'Switch my second factor off' })
    .errors(NONE)
    .output(z.object({ status: z.literal(true) })),
})
