import { type RateLimit, rateLimited } from './rate-limited.ts'

/** Minutes for which a password that was typed stands for who uses the session. */
export const PROOF_MINUTES = 10

/**
 * Begins an operation that a session left open, or stolen, shall not be enough for: `proven(ROLE_RATE_LIMIT).route(…)`.
 * Who has not typed their password within ten minutes is refused, proves it (`PUT /me/proof`) and asks again; the page
 * does so by itself if it imports accounts/security/ask-for-proof.tsx.
 */
export function proven(limit: RateLimit) {
  return rateLimited(limit)
    .errors({ PROOF_REQUIRED: { status: 403, message: PROOF_REQUIRED } })
    .meta({ freshProof: true })
}

export const PROOF_REQUIRED = 'Please enter your password first.'
