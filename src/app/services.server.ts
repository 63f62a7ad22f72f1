import { firstAdminLink } from '../accounts/roles/first-admin.server.ts'
import { Hashing } from '../accounts/sign-in/hashing.server.ts'
import { ViewCounter } from '../content/posts/views.server.ts'
import { SocialImages } from '../content/social-images/social-images.server.ts'
import { VoteEvents } from '../content/votes/vote-events.server.ts'
import { RESPONSE_CACHE_CHANNEL } from '../core/context.server.ts'
import { createDatabase } from '../db/database.server.ts'
import { insertStarter } from '../db/starter/starter.server.ts'
import { SiteSettings } from '../pages/site-settings/site-settings.server.ts'
import { Bus } from '../platform/bus/bus.server.ts'
import { PostgresTransport } from '../platform/bus/postgres-transport.server.ts'
import { type RedisClient, RedisTransport, redisClient, redisPrefix } from '../platform/bus/redis.server.ts'
import { ReloadedValue } from '../platform/cache/reloaded-value.server.ts'
import { ResponseCache } from '../platform/cache/response-cache.server.ts'
import { SharedReads } from '../platform/cache/shared-reads.server.ts'
import type { Config } from '../platform/config/config.server.ts'
import { Files } from '../platform/files/files.server.ts'
import { LimitStore, RateLimiter } from '../platform/http/rate-limiter.server.ts'
import { Background } from '../platform/jobs/background.server.ts'
import { Jobs } from '../platform/jobs/jobs.server.ts'
import { createLog, type Log } from '../platform/log.server.ts'
import { checkMailServer } from '../platform/mail/mail.server.ts'
import { gauge, gaugeByKind } from '../platform/metrics.server.ts'
import { loadWatchedWords } from '../shared/watched-words/sql.server.ts'
import { registerDashboardMetrics } from '../staff/dashboard/dashboard-metrics.server.ts'
import { DashboardReader } from '../staff/dashboard/dashboard-reader.server.ts'
import { DayCounts } from '../staff/dashboard/day-counts.server.ts'
import { NodeStatus } from '../staff/dashboard/node-status.server.ts'
import { constraintErrors } from './constraint-errors.server.ts'
import { handleJobs, type JobServices } from './job-handlers.server.ts'
import { providePageRendering } from './wiring.server.ts'

export interface RunningServices extends JobServices {
  redis: RedisClient | undefined
  nodeStatus: NodeStatus
}

const TYPED_BYTES = 2 * 1024 * 1024

const WITHOUT_PAGE_CACHE = '--without-page-cache'

export function createServices(config: Config): RunningServices {
  const log = createLog(config)
  const connections = databases(config)
  const { db, visitorDb, backgroundDb } = connections
  const redis = config.REDIS_URL ? redisClient(config.REDIS_URL) : undefined
  const files = new Files(config)
  const overRedis = redis && new RedisTransport(redis, `${redisPrefix(config)}bus`, log)
  const bus = new Bus(log, new PostgresTransport(config.DATABASE_DIRECT_URL, log), overRedis)
  const enabled = !process.argv.includes(WITHOUT_PAGE_CACHE)
  const responseCache = new ResponseCache({ enabled })
  const suggestionCache = new ResponseCache({ enabled, maxBytes: TYPED_BYTES })
  const background = new Background(log)
  const shared = { background, bus, config, responseCache, suggestionCache, visitorDb }
  const siteSettings = new SiteSettings(shared)
  const services: RunningServices = {
    config,
    log,
    ...connections,
    background,
    bus,
    constraintErrors,
    dayCounts: new DayCounts(backgroundDb, log),
    files,
    hashing: new Hashing(),
    nodeStatus: new NodeStatus({ ...shared, db: backgroundDb, log }),
    dashboard: new DashboardReader({ config, db, log }),
    siteSettings,
    socialImages: new SocialImages(files, siteSettings),
    jobs: new Jobs(config.DATABASE_URL, log, config.ROLE !== 'web'),
    rateLimiter: limiterOf(config, log, redis),
    redis,
    responseCache,
    sharedReads: new SharedReads(),
    suggestionCache,
    views: new ViewCounter(db, log, config),
    voteEvents: new VoteEvents(bus),
    watchedWords: new ReloadedValue(bus, 'watched-words', () => loadWatchedWords(connections.db)),
  }
  dropWhatChanges(services)
  providePageRendering(services)
  return services
}

function dropWhatChanges({ bus, responseCache, sharedReads, suggestionCache }: RunningServices): void {
  for (const cache of [sharedReads, responseCache, suggestionCache]) {
    bus.subscribe(RESPONSE_CACHE_CHANNEL, (tags) => cache.drop(tags as string[]))
    bus.onGap(() => cache.clear())
  }
}

function limiterOf(config: Config, log: Log, redis: RedisClient | undefined): RateLimiter {
  const store = redis && new LimitStore(redis, config, log)
  gauge(
    'rate_limits_alone',
    '1 while rate limits apply per process because Redis does not respond',
    () => Number(store?.isAway ?? false),
    { of: 'max' },
  )
  return new RateLimiter(store)
}

/** Inserts the initial content, connects to the other nodes and starts the jobs. */
export async function startServices(services: RunningServices): Promise<void> {
  const { bus, config, jobs, backgroundDb } = services
  // Redis connects in the background, with retries. Until then, this node counts rate limits by itself.
  services.redis?.connect().catch(() => undefined)
  handleJobs(services)
  await insertStarter(backgroundDb)
  await Promise.all([bus.start(), jobs.start()])
  // The settings are loaded after the bus has started, so that no change is missed.
  await services.siteSettings.load(backgroundDb)
  await services.nodeStatus.start()
  measure(jobs)
  registerDashboardMetrics(services.dashboard)
  warnOfMailServer(services)
  if (config.ROLE === 'web') return
  const link = await firstAdminLink(services)
  if (!link) return
  console.log(`this forum has no admin: sign up, then open ${link}`)
  const member = await backgroundDb.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (!member) console.log('this forum is empty: `npm run seed:demo` adds a demo community')
}

/** Checks SMTP_URL in the background, because the forum also works while the mail server is down. */
function warnOfMailServer({ config, log }: RunningServices): void {
  if (config.ROLE === 'web') return
  checkMailServer(config).catch((err: unknown) =>
    log.error({ err }, 'SMTP_URL does not work: emails wait until the mail server accepts them'),
  )
}

function measure(jobs: Jobs): void {
  const read = async (of: 'count' | 'seconds') =>
    Object.fromEntries((await jobs.waiting()).map((waiting) => [waiting.name, waiting[of]]))
  gaugeByKind('jobs_waiting', 'Jobs waiting to run, including retries', () => read('count'))
  gaugeByKind('jobs_given_up', 'Jobs that used up their retries, within the last day', () => jobs.givenUp())
  gaugeByKind('jobs_oldest_seconds', 'Seconds since the oldest waiting job was added', () => read('seconds'))
}

export async function stopServices(services: RunningServices): Promise<void> {
  const { background, bus, db, jobs, backgroundDb, views, visitorDb, voteEvents } = services
  await services.nodeStatus.stop()
  await background.settled()
  await views.stop()
  await jobs.stop()
  voteEvents.flush()
  // These stop after the jobs, which publish messages on the bus and count sent mails.
  await Promise.all([bus.stop(), services.dayCounts.stop()])
  await Promise.all([db, backgroundDb, visitorDb].map((each) => each.destroy()))
  if (services.redis?.isOpen) services.redis.destroy()
}

/** Maximum database connections per pool. With bus and job queue, a node has 21. The embedded PostgreSQL allows 60. */
const MEMBERS = 10
const VISITORS = 5
const JOBS = 2
/** Timeout of database statements in milliseconds. The slowest statement takes a twentieth of it. */
const STATEMENT_TIMEOUT = 5000

function databases(config: Config) {
  // Two different URLs mean that a pooler is in use. PgBouncer before 1.21 does not support named statements.
  const namedStatements = config.DATABASE_DIRECT_URL === config.DATABASE_URL
  const pool = (max: number) =>
    createDatabase(config.DATABASE_URL, { max, namedStatements, statementTimeout: STATEMENT_TIMEOUT })
  return {
    db: pool(MEMBERS),
    visitorDb: pool(VISITORS),
    backgroundDb: createDatabase(config.DATABASE_URL, { max: JOBS, namedStatements }),
  }
}
