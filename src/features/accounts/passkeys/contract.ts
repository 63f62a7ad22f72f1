import { oc } from '@orpc/contract'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import * as z from 'zod'
import { proven } from '../../../api/core/proven.ts'
import { type RateLimit, rateLimited } from '../../../api/core/rate-limited.ts'
import { INVALID_NAME, PASSKEY_FIRST, PASSKEY_NAME_MAX, PASSKEY_REFUSED, PASSKEYS_MAX } from './policy.ts'
import { newPasskeySchema, ticketSchema } from './schema.ts'

/** Adding one is two calls, and who tries out a device does so a few times. */
const PASSKEYS_RATE_LIMIT: RateLimit = {
  name: 'passkeys',
  account: { times: 40, seconds: 600 },
  address: { times: 160, seconds: 600 },
}

/** Also for who may write nothing any more: an account stays its owner's. */
const ALWAYS = { whileSuspended: true }
const NOT_FOUND = { message: 'This passkey is gone already.' }

const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  is_synced: z.boolean().meta({ description: 'It is kept on several devices of its owner.' }),
  created_at: z.iso.datetime(),
  used_at: z.iso.datetime().nullable().meta({ description: 'Null: not yet' }),
})
const name = z.string().trim().min(1, INVALID_NAME).max(PASSKEY_NAME_MAX, INVALID_NAME)

/** For `navigator.credentials`, in the form of JSON that WebAuthn has for it. */
const creation = z.custom<PublicKeyCredentialCreationOptionsJSON>((value) => typeof value === 'object')
const request = z.custom<PublicKeyCredentialRequestOptionsJSON>((value) => typeof value === 'object')

/** What a member's devices sign in with in place of a password and a code (WebAuthn). */
export const passkeys = oc.tag('Security').router({
  listPasskeys: oc
    .route({ method: 'GET', path: '/me/passkeys', summary: 'My passkeys, the newest first' })
    .output(z.object({ items: z.array(passkey) })),

  beginPasskey: proven(PASSKEYS_RATE_LIMIT)
    .meta(ALWAYS)
    .route({
      method: 'POST',
      path: '/me/passkeys/challenge',
      summary: 'Get what a browser makes a new passkey by, good once and for five minutes',
    })
    .errors({
      CONFLICT: { message: `You have ${PASSKEYS_MAX} passkeys. Remove one that you do not use first.` },
      PASSKEY_FIRST,
    })
    .output(z.object({ options: creation, ticket: z.string() })),

  addPasskey: proven(PASSKEYS_RATE_LIMIT)
    .meta(ALWAYS)
    .route({ method: 'POST', path: '/me/passkeys', summary: 'Sign in with this passkey from now on' })
    .input(z.object({ ticket: ticketSchema, response: newPasskeySchema }))
    .errors({
      CONFLICT: { message: 'This passkey is there already, or you have as many as one may have.' },
      PASSKEY_FIRST,
      PASSKEY_REFUSED: { status: 403, message: PASSKEY_REFUSED },
    })
    .output(passkey),

  renamePasskey: proven(PASSKEYS_RATE_LIMIT)
    .meta(ALWAYS)
    .route({ method: 'PATCH', path: '/me/passkeys/{id}', summary: 'Give my passkey another name' })
    .input(z.object({ id: z.uuid(), name }))
    .errors({ NOT_FOUND })
    .output(passkey),

  removePasskey: proven(PASSKEYS_RATE_LIMIT)
    .meta(ALWAYS)
    .route({
      method: 'DELETE',
      path: '/me/passkeys/{id}',
      summary: 'Sign in with this passkey no more; all my other sessions that it opened end',
    })
    .input(z.object({ id: z.uuid() }))
    .errors({
      NOT_FOUND,
      CONFLICT: {
        message: 'This is your only way to sign in. Choose a password first, by “Forgot password?”.',
      },
      PASSKEY_FIRST,
    })
    .output(z.object({ status: z.literal(true) })),

  readProof: oc
    .route({
      method: 'GET',
      path: '/me/proof',
      summary: 'By what I can show that it is me, for what answers PROOF_REQUIRED otherwise',
    })
    .output(z.object({ password: z.boolean(), code: z.boolean(), passkey: z.boolean() })),

  beginProof: rateLimited(PASSKEYS_RATE_LIMIT)
    .meta(ALWAYS)
    .route({
      method: 'POST',
      path: '/me/proof/challenge',
      summary: 'Get a challenge for one of my passkeys; its answer goes to `PUT /me/proof`',
    })
    .errors({ NOT_FOUND: { message: 'You have no passkey.' } })
    .output(z.object({ options: request, ticket: z.string() })),
})

export type OwnPasskey = z.infer<typeof passkey>
