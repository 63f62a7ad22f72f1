import { LRUCache } from 'lru-cache'
import type { Services } from '../../api/core/context.server.ts'
import { credential, verifiedToken } from './session-cookie.server.ts'
import { type Asking, NOBODY, resolveViewer, viewerOf } from './viewer.server.ts'

/** What the database says when a session ends or a member's name, avatar or role changes (0017_viewer_changes.sql). */
export const VIEWERS_CHANNEL = 'viewers'
/** Milliseconds; how late this node may hear of it when its line to the database has just broken. */
const REMEMBERED = 2000
const SESSIONS = 10_000

/**
 * Who asks, remembered for a moment: a page of a member asks three things at once, a program hundreds a second, and
 * looking a session up costs more than most of what they ask. Whatever changes it is heard of at once.
 */
export class Viewers {
  private readonly services: Services
  private readonly known = new LRUCache<string, Promise<Asking>>({ max: SESSIONS, ttl: REMEMBERED })

  constructor(services: Services) {
    this.services = services
    services.bus.subscribe(VIEWERS_CHANNEL, () => this.forget())
    services.bus.onGap(() => this.forget())
  }

  /** As `resolveViewer`. */
  async resolve(headers: Headers): Promise<Asking> {
    const given = credential(headers, this.services.config)
    if (!given) return NOBODY
    if (given.isFormer) return resolveViewer(this.services, headers)
    return this.known.get(given.signed) ?? this.look(given.signed)
  }

  /** Looks everybody up again. */
  forget(): void {
    this.known.clear()
  }

  /** Remembered with its signature, so that one is checked no more often than its session is looked up. */
  private async look(signed: string): Promise<Asking> {
    const token = verifiedToken(signed, this.services.config)
    if (!token) return NOBODY
    const looking = viewerOf(this.services, token)
    this.known.set(signed, looking)
    const settle = (asking?: Asking) => {
      // What was forgotten meanwhile stays forgotten.
      if (this.known.peek(signed) === looking && !isLasting(asking)) this.known.delete(signed)
    }
    looking.then(settle, () => settle())
    return looking
  }
}

/** A cookie is sent once; a session about to end, or none, is looked up each time. */
function isLasting(asking: Asking | undefined): boolean {
  if (!asking?.session || asking.cookies) return false
  return Date.parse(asking.session.expires_at) > Date.now() + REMEMBERED
}
