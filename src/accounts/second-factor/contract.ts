import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { RateLimit } from '../../core/rate-limited.ts'
import { requiresProof } from '../../core/requires-proof.ts'
import { inputs } from '../inputs.ts'
import { PASSKEY_FIRST } from '../passkeys/policy.ts'

/** A member may mistype a code a few times. An attacker would need up to a million guesses. */
const SECOND_FACTOR_RATE_LIMIT: RateLimit = {
  name: 'second factor',
  account: { times: 20, seconds: 600 },
  address: { times: 60, seconds: 600 },
}

/** Suspended members can still manage their own account. */
const ALWAYS = { whileSuspended: true }
const recoveryCodes = z
  .array(z.string())
  .meta({ description: 'Each can be used once instead of a code. Not returned again.' })
const NONE = { NOT_FOUND: { message: 'You don’t have a second factor.' } }

/** Operations for the second factor: a code from an authenticator app, required after the password. */
export const secondFactorContract = oc.tag('Security').router({
  readSecondFactor: oc
    .route({
      method: 'GET',
      path: '/me/second-factor',
      summary: 'Get the status of my second factor',
    })
    .output(
      z.object({
        enabled: z.boolean(),
        since: z.iso.datetime().nullable(),
        recovery_codes_left: z.int(),
        required: z.boolean().meta({ description: 'Whether my roles require a second factor.' }),
      }),
    ),

  beginSecondFactor: requiresProof(SECOND_FACTOR_RATE_LIMIT)
    .route({
      method: 'POST',
      path: '/me/second-factor',
      summary: 'Get a secret for my authenticator app, to turn on the second factor with',
    })
    .errors({
      CONFLICT: { message: 'You already have a second factor.' },
      PASSKEY_FIRST,
    })
    .output(
      z.object({
        secret: z.string().meta({ description: 'In base32, for manual entry.' }),
        uri: z.string().meta({ description: 'otpauth://totp/…, for a QR code.' }),
      }),
    ),

  confirmSecondFactor: requiresProof(SECOND_FACTOR_RATE_LIMIT)
    .route({
      method: 'PUT',
      path: '/me/second-factor',
      summary: 'Turn on my second factor with a code from the app; ends my other sessions',
    })
    .input(inputs.verifyCode)
    .errors({
      PASSKEY_FIRST,
      NOT_FOUND: { message: 'This secret has expired. Please start again.' },
      WRONG_CODE: {
        status: 403,
        message: 'Incorrect code. Enter the code your app shows now.',
        data: z.object({ field: z.string() }),
      },
    })
    .output(z.object({ recovery_codes: recoveryCodes })),

  renewRecoveryCodes: requiresProof(SECOND_FACTOR_RATE_LIMIT)
    .route({
      method: 'POST',
      path: '/me/second-factor/recovery-codes',
      summary: 'Get new recovery codes; the old ones stop working',
    })
    .errors(NONE)
    .output(z.object({ recovery_codes: recoveryCodes })),

  endSecondFactor: requiresProof(SECOND_FACTOR_RATE_LIMIT)
    .meta(ALWAYS)
    .route({ method: 'DELETE', path: '/me/second-factor', summary: 'Turn off my second factor' })
    .errors(NONE)
    .output(z.object({ status: z.literal(true) })),
})
