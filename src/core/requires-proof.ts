import { type RateLimit, rateLimited } from './rate-limited.ts'

/** Validity of a password check in minutes. */
export const PROOF_MINUTES = 10

/**
 * Declares an operation that needs a recent password check: `requiresProof(ROLE_RATE_LIMIT).route(…)`.
 * Without one, the operation is refused, and the client asks for the password (`PUT /me/proof`).
 */
export function requiresProof(limit: RateLimit) {
  return rateLimited(limit)
    .errors({ PROOF_REQUIRED: { status: 403, message: PROOF_REQUIRED } })
    .meta({ freshProof: true })
}

export const PROOF_REQUIRED = 'Please enter your password first.'
