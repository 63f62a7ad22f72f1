import { createHmac } from 'node:crypto'
import { createClient, defineScript } from '@redis/client'
import type { Config } from './config.server.ts'
import type { RateKey, Turn } from './rate-limiter.server.ts'

/** Milliseconds between two attempts to connect, at most. */
const RECONNECT_MS = 1000
const PING_MS = 5000
/** Milliseconds after which a silent connection is replaced. */
const SILENCE_MS = 2 * PING_MS

/** A connection that comes back by itself. What is asked of it meanwhile rejects at once: nothing waits in a queue. */
export function redisClient(url: string) {
  const client = createClient({
    url: url.replace(/^valkey/, 'redis'),
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    maintNotifications: 'disabled',
    scripts: { takeTurn: TAKE_TURN },
    socket: {
      connectTimeout: 2000,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (tries) => Math.min(RECONNECT_MS, 50 * 2 ** tries),
    },
  })
  // Whoever asks hears of it.
  client.on('error', () => undefined)
  return client
}

export type RedisClient = ReturnType<typeof redisClient>

/** What the keys and channels of one forum begin with: several may share a server, and none reads who is limited. */
export function redisPrefix({ AUTH_SECRET = '' }: Pick<Config, 'AUTH_SECRET'>): string {
  return `threshold:{${digest(AUTH_SECRET, 'forum')}}:`
}

/** Turns by the clock and the count of a Redis, for all who ask it. Rejects when it does not answer. */
export function turnsOf(client: RedisClient, config: Pick<Config, 'AUTH_SECRET'>) {
  const prefix = redisPrefix(config)
  return async (keys: readonly RateKey[], maxWait: number): Promise<Turn> => {
    const names = keys.map(({ key }) => prefix + digest(config.AUTH_SECRET ?? '', key))
    const [refused = 1, wait = 1] = await client.takeTurn(names, maxWait, keys)
    return { wait, refused: refused === 1 }
  }
}

/** Of accounts and addresses nothing is to be read there. */
function digest(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22)
}

/**
 * `RateLimiter.reserve`, in one step for all nodes, by Redis's own clock. That one can be set back, which must close
 * nothing for hours: no bucket is believed to hold a minute more than fits it, the longest that anybody waits ahead
 * being seconds. A twentieth of a millisecond is what the sums of such large numbers may be off.
 */
const TAKE_TURN = defineScript({
  SCRIPT: `
    local time = redis.call('TIME')
    local now = time[1] * 1000 + time[2] / 1000
    local most = tonumber(ARGV[1])
    local filled, wait = {}, 0
    for i, key in ipairs(KEYS) do
      local share, times = ARGV[2 * i] * 1000, tonumber(ARGV[2 * i + 1])
      local left = math.min(math.max(0, (redis.call('GET', key) or 0) - now), share + 60000)
      filled[i] = left + share / times
      wait = math.max(wait, filled[i] - share - 0.05)
    end
    if wait > most then return { 1, math.ceil((wait - most) / 1000) } end
    for i, key in ipairs(KEYS) do
      redis.call('SET', key, string.format('%.17g', now + filled[i]), 'PX', math.ceil(filled[i]))
    end
    return { 0, math.ceil(wait) }`,
  IS_READ_ONLY: false,
  parseCommand(parser, names: string[], maxWait: number, keys: readonly RateKey[]) {
    parser.pushKeysLength(names)
    parser.push(String(maxWait))
    for (const { rate } of keys) parser.push(String(rate.seconds), String(rate.times))
  },
  /** Whether it was refused (1), and `wait`. */
  transformReply: (reply: unknown) => reply as number[],
})
