import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { DB } from '../db/types.ts'
import type { Bus } from '../platform/bus/bus.server.ts'
import type { ReloadedValue } from '../platform/cache/reloaded-value.server.ts'
import type { ResponseCache } from '../platform/cache/response-cache.server.ts'
import type { SharedReads } from '../platform/cache/shared-reads.server.ts'
import type { Config } from '../platform/config/config.server.ts'
import type { Files } from '../platform/files/files.server.ts'
import type { RateLimiter } from '../platform/http/rate-limiter.server.ts'
import type { Background } from '../platform/jobs/background.server.ts'
import type { JobQueue } from '../platform/jobs/jobs.server.ts'
import type { PhraseMatcher } from '../platform/phrases/phrase-matcher.ts'
import type { Site } from '../platform/site.ts'
import type { AccessToken } from './access-token.server.ts'
import type { ConstraintErrors } from './errors.server.ts'
import type { RateLimit } from './rate-limited.ts'
import type { Viewer } from './viewer.ts'

/** Singletons of the process that several areas use. app/context.server.ts adds those of single features. */
export interface Services {
  config: Config
  log: Logger
  db: Kysely<DB>
  /** Separate connections for guests and public data, so that they can't use up the members' connections. */
  visitorDb: Kysely<DB>
  background: Background
  bus: Bus
  /** Error messages for database constraints, collected from all areas. */
  constraintErrors: ConstraintErrors
  files: Files
  jobs: JobQueue
  rateLimiter: RateLimiter
  responseCache: ResponseCache
  sharedReads: SharedReads
  siteSettings: CurrentSettings
  /** A separate cache for suggestions, so that half-typed words evict no pages. */
  suggestionCache: ResponseCache
  /** The watched words that are switched on. */
  watchedWords: ReloadedValue<PhraseMatcher<WatchedWord>>
}

/** A word or phrase for which admins watch (db/schema/moderation.sql). */
export interface WatchedWord {
  word: string
  action: 'hold' | 'replace' | 'refuse'
  /** Null unless the action is `replace`. */
  replacement: string | null
}

/** Implemented by `SiteSettings` (pages/site-settings). */
export interface CurrentSettings {
  readonly site: Site
  /** Undefined until loaded. */
  readonly settings:
    | {
        inviters: 'admins' | 'moderators'
        new_members: 'open' | 'careful' | 'strict'
        pictures: 'on' | 'off'
        guest_check: 'flood' | 'always' | 'never'
        ai_training: 'allowed' | 'refused'
      }
    | undefined
  /** Reloads the settings after a commit: on this node before it resolves, on the other nodes a moment later. */
  changed(db: Kysely<DB>): Promise<void>
  /** Calls `watcher` now and after each change. */
  watch(watcher: (site: Site) => void): void
}

export interface Context extends Services {
  viewer: Viewer | null
  session?: { id: string; expires_at: string } | undefined
  /** Access token sent instead of a session. Its scope limits the operations (token-scope.ts). */
  accessToken?: AccessToken | undefined
  requestId: string
  address: string
  userAgent?: string | undefined
  /** Rate limit that was already consumed, before the body was read. */
  consumedLimit?: RateLimit | undefined
}

/** Invalidates the public responses with these tags on every node. Call it after the commit. */
export function invalidate(context: Pick<Services, 'bus'>, ...tags: string[]): void {
  for (let start = 0; start < tags.length; start += TAGS_AT_ONCE)
    context.bus.publish(RESPONSE_CACHE_CHANNEL, tags.slice(start, start + TAGS_AT_ONCE))
}

/** Tags per bus message, whose size is limited. Deleting a post may affect thousands of members. */
const TAGS_AT_ONCE = 100

export const RESPONSE_CACHE_CHANNEL = 'pages'
