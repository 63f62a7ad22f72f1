import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { DB } from '../../db/types.ts'
import type { Background } from '../../platform/background.server.ts'
import type { Bus } from '../../platform/bus.server.ts'
import type { Config } from '../../platform/config.server.ts'
import type { Files } from '../../platform/files.server.ts'
import type { JobQueue } from '../../platform/jobs.server.ts'
import type { Pressure } from '../../platform/pressure.server.ts'
import type { RateLimiter } from '../../platform/rate-limiter.server.ts'
import type { ResponseCache } from '../../platform/response-cache.server.ts'
import type { SharedReads } from '../../platform/shared-reads.server.ts'
import type { AccessToken } from './access-token.server.ts'
import type { RateLimit } from './rate-limited.ts'
import type { Viewer } from './viewer.ts'

/**
 * What the process has, made once in server.ts (and once a test file in tests/world.ts). A feature that keeps something
 * for the whole process declares it here itself, by `declare module`.
 */
export interface Services {
  config: Config
  log: Logger
  /** For what members and jobs do. */
  db: Kysely<DB>
  /** For what guests read, and everybody alike: a few connections of its own, so that readers never take the last. */
  visitorDb: Kysely<DB>
  background: Background
  bus: Bus
  files: Files
  jobs: JobQueue
  pressure: Pressure
  rateLimiter: RateLimiter
  responseCache: ResponseCache
  sharedReads: SharedReads
  /** Answers to what is still being typed: apart, so that half words never push out a page. */
  suggestionCache: ResponseCache
}

/** What a procedure gets: the services and who is asking. */
export interface Context extends Services {
  viewer: Viewer | null
  /** The viewer's session, when they came over HTTP. */
  session?: { id: string; expires_at: string } | undefined
  /** What a program sent in place of a session: it may do what contracts say (token-scope.ts). */
  accessToken?: AccessToken | undefined
  requestId: string
  /** The client's network address, for limits. */
  address: string
  /** The browser, as it names itself, when they came over HTTP. */
  userAgent?: string | undefined
  /** The limit under which this request was counted already, before its body was read. */
  consumedLimit?: RateLimit | undefined
}

/** After the commit: every public answer made from `tags` is dropped, on every node. */
export function invalidate(context: Pick<Services, 'bus'>, ...tags: string[]): void {
  for (let start = 0; start < tags.length; start += TAGS_AT_ONCE)
    context.bus.publish(RESPONSE_CACHE_CHANNEL, tags.slice(start, start + TAGS_AT_ONCE))
}

/** What fits a message of the bus: a post that is deleted may concern thousands of members. */
const TAGS_AT_ONCE = 100

export const RESPONSE_CACHE_CHANNEL = 'pages'
