import { type Context as Call, Hono } from 'hono'
import type { Services } from '../../core/context.server.ts'
import { consumeRateLimit } from '../../core/rate-limit.server.ts'
import { errorResponse, rateLimitResponse, readInput } from '../api-response.server.ts'
import { PASSKEY_RATE_LIMIT, SIGN_IN_RATE_LIMIT } from '../contract.ts'
import { inputs } from '../inputs.ts'
import { beginSession } from '../sign-in/complete-sign-in.server.ts'
import { PASSKEY_REFUSED } from './policy.ts'
import { matchPasskey, newChallenge, requestOptions } from './webauthn.server.ts'

type Env = { Variables: { address: string } }

/** Sign-in: `POST /api/auth/passkey/challenge`, then `…/passkey/sign-in` with the browser's response. */
export function passkeyRoutes(services: Services) {
  const routes = new Hono<Env>()
  routes.use('/api/auth/passkey/*', async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  routes.post('/api/auth/passkey/challenge', (c) => challenge(services, c))
  routes.post('/api/auth/passkey/sign-in', (c) => signIn(services, c))
  return routes
}

async function challenge(services: Services, c: Call<Env>): Promise<Response> {
  const { config } = services
  const input = await readInput(c.req.raw, inputs.passkeyChallenge)
  if (input instanceof Response) return input
  const wait = await consumeRateLimit(services, PASSKEY_RATE_LIMIT, c.var)
  if (wait > 0) return rateLimitResponse(wait)
  const { challenge, ticket } = newChallenge(config, { purpose: 'sign-in' })
  return c.json({ options: await requestOptions(config, challenge), ticket })
}

async function signIn(services: Services, c: Call<Env>): Promise<Response> {
  const answer = await readInput(c.req.raw, inputs.passkeySignIn)
  if (answer instanceof Response) return answer
  const wait = await consumeRateLimit(services, SIGN_IN_RATE_LIMIT, { address: c.var.address })
  if (wait > 0) return rateLimitResponse(wait)
  const passkey = await matchPasskey(services, answer)
  if (!passkey) return errorResponse(401, 'PASSKEY_REFUSED', PASSKEY_REFUSED)
  const { user_id, email, id } = passkey
  const caller = { headers: c.req.raw.headers, address: c.var.address }
  const response = Response.json({ status: true })
  const cookies = await beginSession(services, caller, { id: user_id, email, passkey_id: id })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
