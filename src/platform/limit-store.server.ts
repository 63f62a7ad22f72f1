import type { Config } from './config.server.ts'
import type { Log } from './log.server.ts'
import { digest, type RedisClient, redisPrefix } from './redis.server.ts'
import { within } from './within.ts'

/** Time limit for an answer of Redis, in milliseconds. A Redis nearby takes 1 ms. */
const PATIENCE_MS = 200
/** Milliseconds between two tries while Redis does not answer, so that other requests do not wait for it. */
const PAUSE_MS = 1000

type Eval = Parameters<RedisClient['eval']>

/** Redis as `rate-limiter-flexible` uses it. While Redis does not answer, calls fail at once and the process counts in memory. */
export class LimitStore {
  isAway = false
  readonly prefix: string
  private readonly client: RedisClient
  private readonly secret: string
  private readonly log: Pick<Log, 'warn' | 'info'>
  private pausedUntil = 0

  constructor(client: RedisClient, config: Pick<Config, 'AUTH_SECRET'>, log: Pick<Log, 'warn' | 'info'>) {
    this.client = client
    this.prefix = `${redisPrefix(config)}limit`
    this.secret = config.AUTH_SECRET ?? ''
    this.log = log
  }

  /** Hides accounts and addresses from whoever reads a copy of Redis. */
  nameOf(key: string): string {
    return digest(this.secret, key)
  }

  async eval(...script: Eval): Promise<unknown> {
    if (performance.now() < this.pausedUntil) throw new Error('Redis did not answer a moment ago')
    // Only one request tries again; the others fail at once.
    if (this.isAway) this.pausedUntil = performance.now() + PAUSE_MS
    try {
      const answer = await within(PATIENCE_MS, this.client.eval(...script))
      if (this.isAway) this.log.info('limits count for all nodes again')
      this.isAway = false
      this.pausedUntil = 0
      return answer
    } catch (error) {
      if (!this.isAway)
        this.log.warn({ err: error }, 'limits count for this process alone: Redis does not answer')
      this.isAway = true
      this.pausedUntil = performance.now() + PAUSE_MS
      throw error
    }
  }
}
