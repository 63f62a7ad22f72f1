import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Config } from '../../platform/config/config.server.ts'
import type { Challenge, Proof } from '../sign-in/challenge-schema.ts'
import { authSecret, type ChallengeUse, challengeSecrets } from './secrets.server.ts'

interface ChallengeKind {
  /** A solution is valid only for the same use. */
  use: ChallengeUse
  /** PBKDF2 iterations of one derivation. 5000 take about 1 ms on a computer and 5 ms on a phone. */
  cost: number
  /** Minimum and maximum number of derivations until a solution is found. */
  derivations: readonly [least: number, most: number]
  /** Seconds for which a challenge is valid. */
  ttl: number
}

type SecretConfig = Pick<Config, 'AUTH_SECRET'>

/** Returns a challenge whose creation takes one derivation, and whose verification takes none. */
export async function makeChallengeOf(
  config: SecretConfig,
  { use, cost, derivations, ttl }: ChallengeKind,
): Promise<Challenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(...derivations),
    deriveKey,
    expiresAt: Math.floor(Date.now() / 1000) + ttl,
    ...secretsOf(config, use),
  })
  return challenge as Challenge
}

/** Returns whether this forum made the challenge for this use, it has not expired, and it is solved. */
export async function isSolved(config: SecretConfig, use: ChallengeUse, proof: Proof): Promise<boolean> {
  const { challenge, solution } = proof
  const { verified } = await verifySolution({
    challenge,
    solution: { ...solution, time: 0 },
    deriveKey,
    ...secretsOf(config, use),
  })
  return verified
}

function secretsOf(config: SecretConfig, use: ChallengeUse) {
  const [hmacSignatureSecret, hmacKeySignatureSecret] = challengeSecrets(authSecret(config), use)
  return { hmacSignatureSecret, hmacKeySignatureSecret }
}
