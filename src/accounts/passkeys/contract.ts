import { oc } from '@orpc/contract'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { requiresProof } from '../../core/requires-proof.ts'
import { INVALID_NAME, PASSKEY_FIRST, PASSKEY_NAME_MAX, PASSKEY_REFUSED, PASSKEYS_MAX } from './policy.ts'
import { newPasskeySchema, ticketSchema } from './schema.ts'

/** Adding a passkey takes two requests. The limit allows a member to try several devices. */
const PASSKEYS_RATE_LIMIT: RateLimit = {
  name: 'passkeys',
  account: { times: 40, seconds: 600 },
  address: { times: 160, seconds: 600 },
}

/** Suspended members can still manage their own account. */
const ALWAYS = { whileSuspended: true }
const NOT_FOUND = { message: 'Passkey not found. It may have been removed.' }

const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  is_synced: z.boolean().meta({ description: 'Synced across the owner’s devices.' }),
  created_at: z.iso.datetime(),
  used_at: z.iso.datetime().nullable().meta({ description: 'null: never used' }),
})
const name = z.string().trim().min(1, INVALID_NAME).max(PASSKEY_NAME_MAX, INVALID_NAME)

/** Options for `navigator.credentials`, in WebAuthn's JSON format. */
const creation = z.custom<PublicKeyCredentialCreationOptionsJSON>((value) => typeof value === 'object')
const request = z.custom<PublicKeyCredentialRequestOptionsJSON>((value) => typeof value === 'object')

/** Operations for passkeys (WebAuthn). A passkey replaces both the password and the code. */
export const passkeysContract = oc.tag('Security').router({
  listPasskeys: oc
    .route({ method: 'GET', path: '/me/passkeys', summary: 'List my passkeys, newest first' })
    .output(z.object({ items: z.array(passkey) })),

  beginPasskey: requiresProof(PASSKEYS_RATE_LIMIT)
    .meta(ALWAYS)
    .route({
      method: 'POST',
      path: '/me/passkeys/challenge',
      summary: 'Get options for creating a passkey, valid once for five minutes',
    })
    .errors({
      CONFLICT: { message: `You already have ${PASSKEYS_MAX} passkeys. Remove one you don’t use first.` },
      PASSKEY_FIRST,
    })
    .output(z.object({ options: creation, ticket: z.string() })),

  addPasskey: requiresProof(PASSKEYS_RATE_LIMIT)
    .meta(ALWAYS)
    .route({ method: 'POST', path: '/me/passkeys', summary: 'Add a passkey' })
    .input(z.object({ ticket: ticketSchema, response: newPasskeySchema }))
    .errors({
      CONFLICT: { message: 'This passkey was already added, or you’ve reached the limit.' },
      PASSKEY_FIRST,
      PASSKEY_REFUSED: { status: 403, message: PASSKEY_REFUSED },
    })
    .output(passkey),

  renamePasskey: requiresProof(PASSKEYS_RATE_LIMIT)
    .meta(ALWAYS)
    .route({ method: 'PATCH', path: '/me/passkeys/{id}', summary: 'Rename a passkey' })
    .input(z.object({ id: z.uuid(), name }))
    .errors({ NOT_FOUND })
    .output(passkey),

  removePasskey: requiresProof(PASSKEYS_RATE_LIMIT)
    .meta(ALWAYS)
    .route({
      method: 'DELETE',
      path: '/me/passkeys/{id}',
      summary: 'Remove a passkey; ends other sessions that were started with it',
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
      summary: 'List the ways to confirm my identity, for operations that return PROOF_REQUIRED',
    })
    .output(z.object({ password: z.boolean(), code: z.boolean(), passkey: z.boolean() })),

  beginProof: rateLimited(PASSKEYS_RATE_LIMIT)
    .meta(ALWAYS)
    .route({
      method: 'POST',
      path: '/me/proof/challenge',
      summary: 'Get a challenge for my passkeys; send the response to `PUT /me/proof`',
    })
    .errors({ NOT_FOUND: { message: 'You don’t have a passkey.' } })
    .output(z.object({ options: request, ticket: z.string() })),
})

export type OwnPasskey = z.infer<typeof passkey>
