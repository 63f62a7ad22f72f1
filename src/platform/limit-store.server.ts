import type { Config } from './config.server.ts'
import type { Log } from './log.server.ts'
import { digest, type RedisClient, redisPrefix } from './redis.server.ts'
import { within } from './within.ts'

/** Milliseconds for an answer: a Redis nearby takes one. */
const PATIENCE_MS = 200
/** Milliseconds without a question after one that was not answered: other requests do not wait for it. */
const PAUSE_MS = 1000

type Eval = Parameters<RedisClient['eval']>

/** Redis as `rate-limiter-flexible` uses it. Rejects soon while it does not answer, so that the process counts instead. */
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
    // While it is away one request asks, and the others do not wait.
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
