import { LRUCache } from 'lru-cache'
import { accessTokenRefusal } from '../../core/access-token.server.ts'
import type { Services } from '../../core/context.server.ts'
import { readAccessToken } from '../access-tokens/token.server.ts'
import { ANONYMOUS, type Authentication, authenticateToken, findMemberOfSession } from './session.server.ts'
import { readCredential, verifiedToken } from './session-cookie.server.ts'

/**
 * Channel for ended sessions and changes of members' names, avatars or roles (db/schema/accounts.sql). A message lists
 * member ids, or is null for all. Procedures publish too, as the database's message may arrive after the next request.
 */
export const SESSIONS_CHANNEL = 'viewers'
/** Milliseconds to cache a session: the longest delay of a change while the bus is disconnected. */
export const CACHED_TTL_MS = 2000
export const CACHED_SESSIONS_MAX = 10_000

/** Caches sessions briefly: pages send several requests at once, and the lookup costs more than most of them. */
export class SessionCache {
  private readonly services: Services
  private readonly known = new LRUCache<string, Promise<Authentication>>({
    max: CACHED_SESSIONS_MAX,
    ttl: CACHED_TTL_MS,
  })
  /** Member ids by signed session token. An entry is missing while the session is looked up. */
  private readonly members = new LRUCache<string, string>({ max: CACHED_SESSIONS_MAX })

  constructor(services: Services) {
    this.services = services
    services.bus.subscribe(SESSIONS_CHANNEL, (message) => this.forget(membersIn(message)))
    services.bus.onGap(() => this.clear())
  }

  /** Returns member and session of a request. Throws 403 for access tokens, which have their own cache. */
  async authenticate(headers: Headers): Promise<Authentication> {
    if (readAccessToken(headers) !== undefined) throw accessTokenRefusal()
    const signed = readCredential(headers, this.services.config)
    return signed === undefined ? ANONYMOUS : (this.known.get(signed) ?? this.look(signed))
  }

  /** Returns the member's id, for queues and limits only. Doesn't extend the session. Errors yield undefined. */
  async memberOf(headers: Headers): Promise<string | undefined> {
    const signed =
      readAccessToken(headers) === undefined ? readCredential(headers, this.services.config) : undefined
    const token = signed && verifiedToken(signed, this.services.config)
    if (!token) return undefined
    const known = this.known.get(signed)
    const finding = known
      ? known.then(({ viewer }) => viewer?.id)
      : findMemberOfSession(this.services.db, token)
    return finding.catch(() => undefined)
  }

  forgetSession(headers: Headers): void {
    const signed = readCredential(headers, this.services.config)
    if (signed) this.known.delete(signed)
  }

  /** Removes members' sessions from the cache, or all without a list. Also removes sessions still being looked up. */
  private forget(members: ReadonlySet<string> | undefined): void {
    for (const signed of this.known.keys()) {
      const member = this.members.peek(signed)
      if (!members || member === undefined || members.has(member)) this.known.delete(signed)
    }
  }

  clear(): void {
    this.known.clear()
  }

  /** Looks up a session. The signature is checked only here, because it is part of the cache key. */
  private async look(signed: string): Promise<Authentication> {
    const token = verifiedToken(signed, this.services.config)
    if (!token) return ANONYMOUS
    const looking = authenticateToken(this.services, token)
    this.known.set(signed, looking)
    const evictShortLived = (asking?: Authentication) => {
      // Deletes the entry unless another lookup has replaced it.
      if (this.known.peek(signed) === looking && !isCacheable(asking)) this.known.delete(signed)
    }
    looking.then(
      (asking) => {
        if (asking.viewer) this.members.set(signed, asking.viewer.id)
        evictShortLived(asking)
      },
      () => evictShortLived(),
    )
    return looking
  }
}

function membersIn(message: unknown): ReadonlySet<string> | undefined {
  return Array.isArray(message) ? new Set(message) : undefined
}

/** Returns false for a response with a cookie, which must not be repeated, and for a session about to end. */
function isCacheable(asking: Authentication | undefined): boolean {
  if (!asking?.session || asking.cookies) return false
  return Date.parse(asking.session.expires_at) > Date.now() + CACHED_TTL_MS
}
