import type { MiddlewareHandler } from 'hono'
import { accessTokenRefusal } from '../../../api/core/access-token.server.ts'
import type { AccessTokenCache, TokenAuthentication } from './access-token-cache.server.ts'
import { sentToken } from './token.server.ts'

export interface TokenVariables {
  address: string
  /** Who sends an access token: nobody else is asked for then, no cookie either. */
  asking?: TokenAuthentication
}

/** What is no operation with a contract that could name a scope: signing in and out, and the live stream. */
const NO_OPERATION = /^\/api\/(auth|live)(\/|$)/

const UNKNOWN = {
  code: 'UNAUTHORIZED',
  message: 'This access token has ended, was revoked, or never was one.',
}
const NO_STORE = { 'cache-control': 'no-store' }
const INVALID = { ...NO_STORE, 'www-authenticate': 'Bearer error="invalid_token"' }

/**
 * Finds out who sends an access token, before a body is read. One that is none is refused (401), whatever else the request
 * carries and wherever it goes; a good one goes on to operations alone (403).
 */
export function accessTokenGate(tokens: AccessTokenCache): MiddlewareHandler<{ Variables: TokenVariables }> {
  return async (c, next) => {
    const token = sentToken(c.req.raw.headers)
    if (token === undefined) return next()
    const asking = await tokens.authenticate(token, c.var.address)
    if (!asking) return c.json(UNKNOWN, 401, INVALID)
    if (NO_OPERATION.test(c.req.path)) return c.json(accessTokenRefusal(), 403, NO_STORE)
    c.set('asking', asking)
    return next()
  }
}
