import { LRUCache } from 'lru-cache'
import { accessTokenRefusal } from '../../core/access-token.server.ts'
import type { Services } from '../../core/context.server.ts'
import { readAccessToken } from '../access-tokens/token.server.ts'
import { ANONYMOUS, type Authentication, authenticateToken, findMemberOfSession } from './session.server.ts'
import { readCredential, verifiedToken } from './session-cookie.server.ts'

/**
 * Messages when a session ends or a member's name, avatar or role changes (db/schema/accounts.sql): ids of members, or null
 * for all. Procedures publish them too: the database's message may arrive after the next request.
 */
export const SESSIONS_CHANNEL = 'viewers'
/** Milliseconds: the maximum delay of a message when the connection breaks. */
export const CACHED_TTL_MS = 2000
export const CACHED_SESSIONS_MAX = 10_000

/** Caches sessions briefly: pages send several requests at once, and the lookup costs more than most of them. */
export class SessionCache {
  private readonly services: Services
  private readonly known = new LRUCache<string, Promise<Authentication>>({
    max: CACHED_SESSIONS_MAX,
    ttl: CACHED_TTL_MS,
  })
  /** Members by session; missing while a session is looked up. */
  private readonly members = new LRUCache<string, string>({ max: CACHED_SESSIONS_MAX })

  constructor(services: Services) {
    this.services = services
    services.bus.subscribe(SESSIONS_CHANNEL, (message) => this.forget(membersIn(message)))
    services.bus.onGap(() => this.clear())
  }

  /** Like `authenticate`, but throws 403 for access tokens, which access-token-cache.server.ts handles. */
  async authenticate(headers: Headers): Promise<Authentication> {
    if (readAccessToken(headers) !== undefined) throw accessTokenRefusal()
    const signed = readCredential(headers, this.services.config)
    return signed === undefined ? ANONYMOUS : (this.known.get(signed) ?? this.look(signed))
  }

  /** The member's id for queues and limits only: it doesn't prolong the session, and errors make it undefined. */
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

  /** Also forgets sessions whose member is unknown yet; all without a list. */
  private forget(members: ReadonlySet<string> | undefined): void {
    for (const signed of this.known.keys()) {
      const member = this.members.peek(signed)
      if (!members || member === undefined || members.has(member)) this.known.delete(signed)
    }
  }

  clear(): void {
    this.known.clear()
  }

  /** The key includes the signature, which is checked only here. */
  private async look(signed: string): Promise<Authentication> {
    const token = verifiedToken(signed, this.services.config)
    if (!token) return ANONYMOUS
    const looking = authenticateToken(this.services, token)
    this.known.set(signed, looking)
    const evictShortLived = (asking?: Authentication) => {
      // Unless it was replaced meanwhile.
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

/** A response with a cookie must not repeat; a session about to end is looked up each time. */
function isCacheable(asking: Authentication | undefined): boolean {
  if (!asking?.session || asking.cookies) return false
  return Date.parse(asking.session.expires_at) > Date.now() + CACHED_TTL_MS
}
