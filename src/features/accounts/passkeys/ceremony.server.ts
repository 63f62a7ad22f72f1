import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import type { Services } from '../../../api/core/context.server.ts'
import type { Config } from '../../../platform/config.server.ts'
import { bytesOf } from '../verification/secrets.server.ts'
import { CHALLENGE_SECONDS } from './policy.ts'
import type { NewPasskey, PasskeyAnswer } from './schema.ts'
import type { MadePasskey, Pressed, StoredPasskey } from './sql.server.ts'

type Site = Pick<Config, 'PUBLIC_URL'>

const TIMEOUT_MS = CHALLENGE_SECONDS * 1000
/** Ed25519, ES256, RS256 (COSE): what all devices have one of, and Node checks without experiments. */
const ALGORITHMS = [-8, -7, -257]

/** Passkeys are of this host and no other; a page of another cannot ask for them. */
function place({ PUBLIC_URL }: Site) {
  const { hostname, origin } = new URL(PUBLIC_URL)
  return { expectedRPID: hostname, expectedOrigin: origin }
}

interface Maker {
  challenge: Uint8Array<ArrayBuffer>
  siteName: string
  member: { id: string; email: string; username: string }
  /** Devices that have one already make no second. */
  known: { id: string; transports: string[] }[]
}

/** What a browser makes a new passkey by. */
export async function creationOptions(
  config: Site,
  { challenge, siteName, member, known }: Maker,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return generateRegistrationOptions({
    rpName: siteName,
    rpID: place(config).expectedRPID,
    challenge,
    userID: userHandle(member.id),
    userName: member.email,
    userDisplayName: member.username,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** What a browser asks for a passkey by: whichever its owner chooses, or one of `known`. */
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

/** What a device has made; undefined, with a line in the log, when anything about it is wrong. */
export async function readNewPasskey(
  { config, log }: Pick<Services, 'config' | 'log'>,
  response: NewPasskey,
  expectedChallenge: string,
): Promise<MadePasskey | undefined> {
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

/** Whether a device has answered this challenge with this passkey, its owner verified; undefined when not. */
export async function readAnswer(
  { config, log }: Pick<Services, 'config' | 'log'>,
  { response }: PasskeyAnswer,
  { passkey, challenge }: { passkey: StoredPasskey; challenge: string },
): Promise<Pressed | undefined> {
  const { userHandle: handle, ...assertion } = response.response
  if (handle && !Buffer.from(handle, 'base64url').equals(bytesOf(passkey.user_id))) return undefined
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

/** By a page of others around ours: the library lets one pass that does not say which. */
function isFramed(clientDataJSON: string): boolean {
  try {
    return JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()).crossOrigin === true
  } catch {
    return true
  }
}

/** Whose a passkey is, as the device keeps it. An id that nobody can be known by elsewhere. */
function userHandle(id: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(bytesOf(id))
}
