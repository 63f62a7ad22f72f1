import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod'
import type { Services } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'
import type { Config } from '../../platform/config/config.server.ts'
import { sealTimed, unsealTimed, uuidToBytes } from '../verification/secrets.server.ts'
import { CHALLENGE_SECONDS } from './policy.ts'
import type { NewPasskey, PasskeyAnswer } from './schema.ts'
import {
  findPasskey,
  type PasskeyUse,
  recordPasskeyUse,
  type StoredPasskey,
  type VerifiedPasskey,
} from './sql.server.ts'

type Site = Pick<Config, 'PUBLIC_URL'>

const TIMEOUT_MS = CHALLENGE_SECONDS * 1000
/** COSE ids of Ed25519, ES256 and RS256. Every device supports one of them, and Node.js supports all. */
const ALGORITHMS = [-8, -7, -257]

function place({ PUBLIC_URL }: Site) {
  const { hostname, origin } = new URL(PUBLIC_URL)
  return { expectedRPID: hostname, expectedOrigin: origin }
}

interface PasskeyCreationInput {
  challenge: Uint8Array<ArrayBuffer>
  siteName: string
  member: { id: string; email: string; username: string }
  known: { id: string; transports: string[] }[]
}

export async function creationOptions(
  config: Site,
  { challenge, siteName, member, known }: PasskeyCreationInput,
) {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return generateRegistrationOptions({
    rpName: siteName,
    rpID: place(config).expectedRPID,
    challenge,
    userID: Uint8Array.from(uuidToBytes(member.id)),
    userName: member.email,
    userDisplayName: member.username,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** Returns options for a passkey prompt. `known` restricts the choice to these passkeys. */
export async function requestOptions(
  config: Site,
  challenge: Uint8Array<ArrayBuffer>,
  known: { id: string; transports: string[] }[] = [],
) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return generateAuthenticationOptions({
    rpID: place(config).expectedRPID,
    challenge,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: known as { id: string }[],
  })
}

/** Verifies a new passkey. Logs errors and returns undefined if it is invalid. */
export async function readNewPasskey(
  { config, log }: Pick<Services, 'config' | 'log'>,
  response: NewPasskey,
  expectedChallenge: string,
): Promise<VerifiedPasskey | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as never,
      expectedChallenge,
      ...place(config),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified || isFramed(response.response.clientDataJSON)) return undefined
    const { credential, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo
    return {
      credential,
      aaguid,
      is_syncable: credentialDeviceType === 'multiDevice',
      is_synced: credentialBackedUp,
    }
  } catch (error) {
    log.info({ err: error }, 'a new passkey was refused')
    return undefined
  }
}

/** Verifies the response to a passkey prompt. Logs errors and returns undefined if it is invalid. */
async function readAnswer(
  { config, log }: Pick<Services, 'config' | 'log'>,
  { response }: PasskeyAnswer,
  { passkey, challenge }: { passkey: StoredPasskey; challenge: string },
): Promise<PasskeyUse | undefined> {
  const { userHandle: handle, ...assertion } = response.response
  if (handle && !Buffer.from(handle, 'base64url').equals(uuidToBytes(passkey.user_id))) return undefined
  if (isFramed(assertion.clientDataJSON)) return undefined
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, response: assertion, clientExtensionResults: {} },
      expectedChallenge: challenge,
      ...place(config),
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: Uint8Array.from(passkey.public_key),
        counter: passkey.counter,
      },
    })
    if (!verified) return undefined
    const { newCounter, credentialBackedUp } = authenticationInfo
    return { counter: newCounter, is_synced: credentialBackedUp }
  } catch (error) {
    log.info({ err: error }, 'a passkey was refused')
    return undefined
  }
}

/** Returns true if the prompt ran in an iframe on another site, which the library doesn't always reject. */
function isFramed(clientDataJSON: string): boolean {
  try {
    return JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()).crossOrigin === true
  } catch {
    return true
  }
}

/**
 * Returns the passkey used for a response, or undefined if the response is invalid. With `member_id`, the passkey
 * and the challenge must belong to that member.
 */
export async function matchPasskey(
  services: Pick<Services, 'config' | 'db' | 'log'>,
  answer: PasskeyAnswer,
  member_id?: string,
): Promise<StoredPasskey | undefined> {
  const purpose = member_id ? 'prove' : 'sign-in'
  const challenge = await consumePasskeyChallenge(services, answer.ticket, {
    purpose,
    ...(member_id && { member_id }),
  })
  if (!challenge) return undefined
  const passkey = await findPasskey(services.db, answer.response.id)
  if (!passkey || (member_id && passkey.user_id !== member_id)) return undefined
  const pressed = await readAnswer(services, answer, { passkey, challenge })
  if (!pressed) return undefined
  return (await recordPasskeyUse(services.db, passkey.id, pressed)) ? passkey : undefined
}

type SecretConfig = Pick<Config, 'AUTH_SECRET'>

const schema = z.object({
  purpose: z.enum(['sign-in', 'prove', 'add']),
  member_id: z.string().optional(),
  challenge: z.string(),
  until: z.number(),
})
type ChallengePurpose = Pick<z.infer<typeof schema>, 'purpose' | 'member_id'>

/** Returns a challenge and a ticket, which the client sends back with the response. The server stores neither. */
export function newChallenge(config: SecretConfig, wanted: ChallengePurpose) {
  const bytes = randomBytes(32)
  const content = { ...wanted, challenge: bytes.toString('base64url') }
  return {
    challenge: Uint8Array.from(bytes),
    ticket: sealTimed(config, 'passkey', content, CHALLENGE_SECONDS),
  }
}

/**
 * Accepts a challenge once across all nodes. Returns undefined if the ticket is invalid, expired or for another use.
 */
export async function consumePasskeyChallenge(
  { config, db }: { config: SecretConfig; db: Kysely<DB> },
  ticket: string,
  { purpose, member_id }: ChallengePurpose,
): Promise<string | undefined> {
  const read = unsealTimed(config, 'passkey', schema, ticket)
  if (read?.purpose !== purpose || read.member_id !== member_id) return undefined
  const digest = createHash('sha256').update(read.challenge).digest()
  const { rows } = await sql`
    insert into used_challenges (digest, ends_at) values (${digest}, ${new Date(read.until)})
    on conflict do nothing returning digest`.execute(db)
  return rows.length > 0 ? read.challenge : undefined
}
