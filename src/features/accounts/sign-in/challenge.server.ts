import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Config } from '../../../platform/config.server.ts'
import { authSecret, challengeSecrets } from '../verification/secrets.server.ts'
import type { Challenge, Proof } from './challenge-schema.ts'

/** Seconds: a form that is filled in takes fewer, and the page asks again where it does not. */
const CHALLENGE_TTL = 20 * 60
/** One derivation takes a computer about 1 ms and a phone 5. */
const COST = 5000
/** Derivations until the solution: about half a second of a computer, while somebody types, and two of a phone. */
const LEAST = 200
const MOST = 600

/** A task that a browser solves before it signs up. Nobody makes one themselves: it is signed. */
export async function makeChallenge(config: Pick<Config, 'AUTH_SECRET'>): Promise<Challenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: randomInt(LEAST, MOST),
    deriveKey,
    expiresAt: Math.floor(Date.now() / 1000) + CHALLENGE_TTL,
    ...secretsOf(config),
  })
  return challenge as Challenge
}

/** The nonce of the challenge that was solved, by which it is used once; undefined where it was not, or has ended. */
export async function solvedChallenge(
  config: Pick<Config, 'AUTH_SECRET'>,
  proof: Proof | undefined,
): Promise<string | undefined> {
  if (!proof) return undefined
  const { challenge, solution } = proof
  const { verified } = await verifySolution({
    challenge,
    solution: { ...solution, time: 0 },
    deriveKey,
    ...secretsOf(config),
  })
  return verified ? challenge.parameters.nonce : undefined
}

function secretsOf(config: Pick<Config, 'AUTH_SECRET'>) {
  const [hmacSignatureSecret, hmacKeySignatureSecret] = challengeSecrets(authSecret(config))
  return { hmacSignatureSecret, hmacKeySignatureSecret }
}
