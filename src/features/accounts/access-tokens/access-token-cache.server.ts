import { LRUCache } from 'lru-cache'
import type { AccessToken } from '../../../api/core/access-token.server.ts'
import type { Services } from '../../../api/core/context.server.ts'
import { consumeRateLimit, tooManyRequests } from '../../../api/core/rate-limit.server.ts'
import type { RateLimit } from '../../../api/core/rate-limited.ts'
import type { Viewer } from '../../../api/core/viewer.ts'
import { addressGroup } from '../../../platform/address.server.ts'
import { CACHED_SESSIONS_MAX, CACHED_TTL_MS, SESSIONS_CHANNEL } from '../session/session-cache.server.ts'
import { toViewer, withRestingRoles } from '../session/viewer-row.server.ts'
import { findAccessToken, noteTokenUse } from './sql.server.ts'
import { hashOf, isToken } from './token.server.ts'

/** Who asks by an access token. */
export interface TokenAuthentication {
  viewer: Viewer
  accessToken: AccessToken
}

/**
 * Tokens of the right form that are none, each counted once. A program may go on with some that have ended; who makes them up
 * has each looked up in the database.
 */
export const UNKNOWN_TOKEN_RATE_LIMIT: RateLimit = {
  name: 'unknown access tokens',
  address: { times: 60, seconds: 600 },
}
/** Milliseconds for which a token that is none stays that: those that will be made nobody knows yet. */
const UNKNOWN_TTL_MS = 60_000

/** Who asks by an access token, remembered for a moment as sessions are (session-cache.server.ts), under its hash. */
export class AccessTokenCache {
  private readonly services: Services
  private readonly known = new LRUCache<string, Promise<TokenAuthentication | undefined>>({
    max: CACHED_SESSIONS_MAX,
    ttl: CACHED_TTL_MS,
  })
  private readonly unknown = new LRUCache<string, true>({ max: CACHED_SESSIONS_MAX, ttl: UNKNOWN_TTL_MS })

  /** Addresses that have made up too many: until they may try one again, none of theirs is looked up. */
  private readonly refused = new LRUCache<string, true>({ max: CACHED_SESSIONS_MAX })

  constructor(services: Services) {
    this.services = services
    services.bus.subscribe(SESSIONS_CHANNEL, () => this.known.clear())
    services.bus.onGap(() => this.known.clear())
  }

  /** Undefined when this is no token, or none any more. Refuses (429) who has made up too many. */
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
      // What was forgotten meanwhile stays forgotten.
      if (this.known.peek(hash) === looking && !isCacheable(found)) this.known.delete(hash)
    }
    looking.then(evict, () => evict())
    return looking
  }
}

/** One that is about to end is looked up each time. */
function isCacheable(found: TokenAuthentication | undefined): boolean {
  return found !== undefined && Date.parse(found.accessToken.expires_at) > Date.now() + CACHED_TTL_MS
}

async function authenticateAccessToken(
  { db, config }: Services,
  hash: string,
): Promise<TokenAuthentication | undefined> {
  const found = await findAccessToken(db, hash)
  if (!found) return undefined
  const { token_id, scope, expires_at, has_second_factor, is_unnoted, ...row } = found
  if (is_unnoted) await noteTokenUse(db, token_id)
  const viewer = withRestingRoles(toViewer(row), has_second_factor, config)
  return {
    viewer: scope === 'moderate' ? viewer : withoutRoles(viewer),
    accessToken: { id: token_id, scope, expires_at },
  }
}

/** What is not made for moderating acts as a plain member does. */
function withoutRoles({ resting_roles, ...viewer }: Viewer): Viewer {
  return { ...viewer, roles: [] }
}
