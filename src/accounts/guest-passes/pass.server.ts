import type { Config } from '../../platform/config/config.server.ts'
import { cookieValue, hostCookieName, setCookie } from '../session/session-cookie.server.ts'
import type { Challenge, Proof } from '../sign-in/challenge-schema.ts'
import { isSolved, makeChallengeOf } from '../verification/challenges.server.ts'
import { authSecret, signBytes, verifyBytes } from '../verification/secrets.server.ts'
import { PASS_TTL } from './policy.ts'

type PassConfig = Pick<Config, 'AUTH_SECRET' | 'PUBLIC_URL'>

export const CHALLENGE_TTL = 10 * 60
/** About 0.3 s on a computer, 1.3 s on a phone. Cheap derivations, because the server needs one per challenge. */
const KIND = { use: 'guest check', cost: 1000, derivations: [700, 1300], ttl: CHALLENGE_TTL } as const

export function makeGuestChallenge(config: Pick<Config, 'AUTH_SECRET'>): Promise<Challenge> {
  return makeChallengeOf(config, KIND)
}

/**
 * Returns the cookie of a guest who has solved the challenge, or undefined. The pass consists of the
 * challenge's nonce and the end of its validity, so solving a challenge twice returns the same pass.
 */
export async function passFor(config: PassConfig, proof: Proof): Promise<string | undefined> {
  if (!(await isSolved(config, KIND.use, proof))) return undefined
  const { nonce, expiresAt } = proof.challenge.parameters
  const id = Buffer.from(nonce, 'hex')
  const bytes = Buffer.alloc(id.length + END_BYTES)
  id.copy(bytes)
  bytes.writeUInt32BE(expiresAt - CHALLENGE_TTL + PASS_TTL, id.length)
  const token = signBytes(authSecret(config), 'guest-pass', bytes)
  return setCookie(config, passCookie(config), token, PASS_TTL)
}

/** Returns the id of the request's pass. Undefined if it is missing, forged or expired. */
export function readPass(headers: Headers, config: PassConfig): string | undefined {
  const token = cookieValue(headers.get('cookie'), passCookie(config))
  const bytes = token && verifyBytes(authSecret(config), 'guest-pass', token)
  if (!bytes || bytes.length <= END_BYTES) return undefined
  const end = bytes.readUInt32BE(bytes.length - END_BYTES)
  return end * 1000 > Date.now() ? bytes.subarray(0, -END_BYTES).toString('hex') : undefined
}

/** Bytes of the time at which a pass expires, in seconds since 1970. */
const END_BYTES = 4

function passCookie(config: PassConfig): string {
  return hostCookieName(config, 'guest_pass')
}
