import { LRUCache } from 'lru-cache'
import { accessTokenRefusal } from '../../../api/core/access-token.server.ts'
import type { Services } from '../../../api/core/context.server.ts'
import { sentToken } from '../access-tokens/token.server.ts'
import { ANONYMOUS, type Authentication, authenticateToken, findMemberOfSession } from './session.server.ts'
import { credential, verifiedToken } from './session-cookie.server.ts'

/**
 * What the database says when a session ends or a member's name, avatar or role changes (0161_viewers_by_member.sql). The
 * message lists the members, or is null for everybody.
 */
export const SESSIONS_CHANNEL = 'viewers'
/** Milliseconds; how late this node may hear of it when its line to the database has just broken. */
export const CACHED_TTL_MS = 2000
export const CACHED_SESSIONS_MAX = 10_000

/**
 * Who asks, remembered for a moment: a page of a member asks three things at once, a program hundreds a second, and
 * looking a session up costs more than most of what they ask. Whatever changes it is heard of at once.
 */
export class SessionCache {
  private readonly services: Services
  private readonly known = new LRUCache<string, Promise<Authentication>>({
    max: CACHED_SESSIONS_MAX,
    ttl: CACHED_TTL_MS,
  })
  /** By session, as `known`; a session that is being looked up has no member yet. */
  private readonly members = new LRUCache<string, string>({ max: CACHED_SESSIONS_MAX })

  constructor(services: Services) {
    this.services = services
    services.bus.subscribe(SESSIONS_CHANNEL, (message) => this.forget(membersIn(message)))
    services.bus.onGap(() => this.clear())
  }

  /**
   * As `authenticate`. Refuses (403) an access token: only what asks for one by itself takes it (access-tokens/gate.server.ts).
   */
  async authenticate(headers: Headers): Promise<Authentication> {
    if (sentToken(headers) !== undefined) throw accessTokenRefusal()
    const signed = credential(headers, this.services.config)
    return signed === undefined ? ANONYMOUS : (this.known.get(signed) ?? this.look(signed))
  }

  /**
   * The id of the member whose session this is, to know whose turn it is: no answer depends on it, nothing is prolonged by it,
   * and whoever it cannot be told of is a guest.
   */
  async memberOf(headers: Headers): Promise<string | undefined> {
    const signed = sentToken(headers) === undefined ? credential(headers, this.services.config) : undefined
    const token = signed && verifiedToken(signed, this.services.config)
    if (!token) return undefined
    const known = this.known.get(signed)
    const finding = known
      ? known.then(({ viewer }) => viewer?.id)
      : findMemberOfSession(this.services.db, token)
    return finding.catch(() => undefined)
  }

  /** Looks the session of this request up again. */
  forgetSession(headers: Headers): void {
    const signed = credential(headers, this.services.config)
    if (signed) this.known.delete(signed)
  }

  /** Looks the sessions of these members up again, and those whose member is not known yet; all without a list. */
  private forget(members: ReadonlySet<string> | undefined): void {
    for (const signed of this.known.keys()) {
      const member = this.members.peek(signed)
      if (!members || member === undefined || members.has(member)) this.known.delete(signed)
    }
  }

  /** Looks everybody up again. */
  clear(): void {
    this.known.clear()
  }

  /** Remembered with its signature, so that one is checked no more often than its session is looked up. */
  private async look(signed: string): Promise<Authentication> {
    const token = verifiedToken(signed, this.services.config)
    if (!token) return ANONYMOUS
    const looking = authenticateToken(this.services, token)
    this.known.set(signed, looking)
    const evictShortLived = (asking?: Authentication) => {
      // What was forgotten meanwhile stays forgotten.
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

/** A cookie is sent once; a session about to end, or none, is looked up each time. */
function isCacheable(asking: Authentication | undefined): boolean {
  if (!asking?.session || asking.cookies) return false
  return Date.parse(asking.session.expires_at) > Date.now() + CACHED_TTL_MS
}
