import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import { type AccessToken, accessTokenRefusal } from '../../core/access-token.server.ts'
import type { Services } from '../../core/context.server.ts'
import { consumeRateLimit, tooManyRequests } from '../../core/rate-limit.server.ts'
import type { RateLimit } from '../../core/rate-limited.ts'
import type { Viewer } from '../../core/viewer.ts'
import { addressGroup } from '../../platform/http/address.server.ts'
import { toViewer, withRestingRoles } from '../session/session.server.ts'
import { CACHED_SESSIONS_MAX, CACHED_TTL_MS, SESSIONS_CHANNEL } from '../session/session-cache.server.ts'
import { findAccessToken, recordTokenUse } from './sql.server.ts'
import { hashOf, isToken, readAccessToken } from './token.server.ts'

interface TokenAuthentication {
  viewer: Viewer
  accessToken: AccessToken
}

/** Limits well-formed but unknown tokens. Each costs one database query and counts once, because it is then cached. */
export const UNKNOWN_TOKEN_RATE_LIMIT: RateLimit = {
  name: 'unknown access tokens',
  address: { times: 60, seconds: 600 },
}
/** Milliseconds to remember an unknown token. It can't become valid later, because tokens are random. */
const UNKNOWN_TTL_MS = 60_000

/** Caches access tokens by their hash, as session-cache.server.ts does for sessions. */
export class AccessTokenCache {
  private readonly services: Services
  private readonly known = new LRUCache<string, Promise<TokenAuthentication | undefined>>({
    max: CACHED_SESSIONS_MAX,
    ttl: CACHED_TTL_MS,
  })
  private readonly unknown = new LRUCache<string, true>({ max: CACHED_SESSIONS_MAX, ttl: UNKNOWN_TTL_MS })

  /** IP addresses that exceeded UNKNOWN_TOKEN_RATE_LIMIT, until they may try again. */
  private readonly refused = new LRUCache<string, true>({ max: CACHED_SESSIONS_MAX })

  constructor(services: Services) {
    this.services = services
    services.bus.subscribe(SESSIONS_CHANNEL, () => this.known.clear())
    services.bus.onGap(() => this.known.clear())
  }

  /** Returns the token's member, or undefined for an invalid or expired token. Throws 429 for too many unknown ones. */
  async authenticate(token: string, address: string): Promise<TokenAuthentication | undefined> {
    if (!isToken(token)) return undefined
    const hash = hashOf(token)
    if (this.unknown.has(hash)) return undefined
    const known = this.known.get(hash)
    if (known) return known
    const wait = this.refused.getRemainingTTL(addressGroup(address))
    if (wait > 0) throw tooManyRequests(Math.ceil(wait / 1000))
    const found = await this.look(hash)
    if (found) return found
    this.unknown.set(hash, true)
    await this.countUnknown(address)
    return undefined
  }

  private async countUnknown(address: string): Promise<void> {
    const wait = await consumeRateLimit(this.services, UNKNOWN_TOKEN_RATE_LIMIT, { address })
    if (wait === 0) return
    this.refused.set(addressGroup(address), true, { ttl: wait * 1000 })
    throw tooManyRequests(wait)
  }

  private look(hash: string): Promise<TokenAuthentication | undefined> {
    const looking = authenticateAccessToken(this.services, hash)
    this.known.set(hash, looking)
    const evict = (found?: TokenAuthentication) => {
      // Deletes a result that can't be cached, unless a newer lookup has already replaced it.
      if (this.known.peek(hash) === looking && !isCacheable(found)) this.known.delete(hash)
    }
    looking.then(evict, () => evict())
    return looking
  }
}

function isCacheable(found: TokenAuthentication | undefined): boolean {
  return found !== undefined && Date.parse(found.accessToken.expires_at) > Date.now() + CACHED_TTL_MS
}

async function authenticateAccessToken({ db, config }: Services, hash: string) {
  const found = await findAccessToken(db, hash)
  if (!found) return undefined
  const { token_id, scope, expires_at, has_second_factor, is_unnoted, ...row } = found
  if (is_unnoted) await recordTokenUse(db, token_id)
  const viewer = withRestingRoles(toViewer(row), has_second_factor, config)
  return {
    viewer: scope === 'moderate' ? viewer : withoutRoles(viewer),
    accessToken: { id: token_id, scope, expires_at },
  }
}

function withoutRoles({ resting_roles, ...viewer }: Viewer): Viewer {
  return { ...viewer, roles: [] }
}

export interface TokenVariables {
  address: string
  /** Set for requests with an access token, whose cookies are ignored. */
  asking?: TokenAuthentication
}

/** Paths of authentication and the live stream. They refuse access tokens, as no contract gives them a scope. */
const NO_OPERATION = /^\/api\/(auth|live)(\/|$)/

const UNKNOWN = {
  code: 'UNAUTHORIZED',
  message: 'This access token is invalid, expired or revoked.',
}
const NO_STORE = { 'cache-control': 'no-store' }
const INVALID = { ...NO_STORE, 'www-authenticate': 'Bearer error="invalid_token"' }

/**
 * Authenticates access tokens before the body is read. Responds 401 to an invalid token, 403 for NO_OPERATION paths.
 */
export function accessTokenGate(tokens: AccessTokenCache): MiddlewareHandler<{ Variables: TokenVariables }> {
  return async (c, next) => {
    const token = readAccessToken(c.req.raw.headers)
    if (token === undefined) return next()
    const asking = await tokens.authenticate(token, c.var.address)
    if (!asking) return c.json(UNKNOWN, 401, INVALID)
    if (NO_OPERATION.test(c.req.path)) return c.json(accessTokenRefusal(), 403, NO_STORE)
    c.set('asking', asking)
    return next()
  }
}
