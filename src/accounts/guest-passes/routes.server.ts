import { type Context as Call, Hono } from 'hono'
import type { Services } from '../../core/context.server.ts'
import { consumeRateLimit } from '../../core/rate-limit.server.ts'
import { errorResponse, rateLimitResponse, readInput } from '../api-response.server.ts'
import { proofSchema } from '../sign-in/challenge-schema.ts'
import type { PassGate } from './guest-gate.server.ts'
import { CHALLENGE_TTL, makeGuestChallenge, passFor } from './pass.server.ts'
import { GUEST_CHECK, GUEST_CHECK_RATE_LIMIT } from './policy.ts'

type Env = { Variables: { address: string } }
type GuestCheckServices = Pick<Services, 'config' | 'rateLimiter'>

const ONCE = { times: 1, seconds: CHALLENGE_TTL }

/** `GET /api/guest-check` returns a challenge, and `POST` sets the pass as a cookie if it is solved. */
export function guestCheckRoutes(services: GuestCheckServices, gate: Pick<PassGate, 'count'>) {
  return new Hono<Env>()
    .use(GUEST_CHECK, async (c, next) => {
      const wait = await consumeRateLimit(services, GUEST_CHECK_RATE_LIMIT, c.var)
      if (wait > 0) return rateLimitResponse(wait)
      await next()
      c.header('cache-control', 'no-store')
      return undefined
    })
    .get(GUEST_CHECK, async (c) => c.json(await makeGuestChallenge(services.config)))
    .post(GUEST_CHECK, async (c) => {
      const cookie = await earnPass(services, c)
      if (cookie instanceof Response) return cookie
      gate.count(cookie ? 'checks_solved' : 'checks_refused')
      if (!cookie)
        return errorResponse(403, 'CHECK_FAILED', 'The solution is wrong, expired or was used before.')
      return c.body(null, 204, { 'set-cookie': cookie })
    })
}

async function earnPass(
  { config, rateLimiter }: GuestCheckServices,
  c: Call<Env>,
): Promise<string | undefined | Response> {
  const proof = await readInput(c.req.raw, proofSchema)
  if (proof instanceof Response) return proof
  const cookie = await passFor(config, proof)
  const key = `guest check ${proof.challenge.parameters.nonce}`
  return cookie && (await rateLimiter.consume([{ key, rate: ONCE }])) === 0 ? cookie : undefined
}
