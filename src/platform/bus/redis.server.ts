import { createHmac } from 'node:crypto'
import { createClient } from '@redis/client'
import type { Config } from '../config/config.server.ts'
import type { Log } from '../log.server.ts'
import type { Transport, TransportEvents } from './bus-transport.ts'

const RECONNECT_MS = 1000
const PING_MS = 5000
const SILENCE_MS = 2 * PING_MS

/** Creates a client that reconnects automatically. Its commands reject while it is disconnected. */
export function redisClient(url: string) {
  const client = createClient({
    url: url.replace(/^valkey/, 'redis'),
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: 2000,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (tries) => Math.min(RECONNECT_MS, 50 * 2 ** tries),
    },
  })
  client.on('error', () => undefined)
  return client
}

export type RedisClient = ReturnType<typeof redisClient>

/** Returns this forum's prefix for keys and channels, because several forums may share a Redis server. */
export function redisPrefix({ AUTH_SECRET = '' }: Pick<Config, 'AUTH_SECRET'>): string {
  return `threshold:{${shortHmac(AUTH_SECRET, 'forum')}}:`
}

/** Returns a short HMAC, from which the text cannot be recovered. */
export function shortHmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22)
}

/** Sends bus messages over pub/sub of Redis or Valkey. Its two connections reconnect automatically. */
export class RedisTransport implements Transport {
  isConnected = false
  private readonly client: RedisClient
  private readonly subscriber: RedisClient
  private readonly channel: string
  private readonly log: Pick<Log, 'warn' | 'info'>
  private events: TransportEvents | undefined

  /** @param client used for publishing; subscribing uses a second connection */
  constructor(client: RedisClient, channel: string, log: Pick<Log, 'warn' | 'info'>) {
    this.client = client
    this.subscriber = client.duplicate()
    this.channel = channel
    this.log = log
  }

  /** Starts connecting without waiting for Redis, so that a node can start while Redis is down. */
  async start(events: TransportEvents): Promise<void> {
    this.events = events
    this.subscriber.on('ready', () => void this.subscribe())
    this.subscriber.on('error', (error) => this.lose(error))
    connect(this.subscriber)
  }

  send(payload: string): Promise<unknown> {
    return this.client.publish(this.channel, payload)
  }

  reconnect(): void {
    this.lose(new Error('no messages are received'))
    for (const client of [this.client, this.subscriber]) {
      // Skips a client that is already reconnecting.
      if (!client.isReady) continue
      client.destroy()
      connect(client)
    }
  }

  async stop(): Promise<void> {
    if (this.subscriber.isOpen) this.subscriber.destroy()
  }

  /** Subscribes once. After a reconnection, the client subscribes again by itself. */
  private async subscribe(): Promise<void> {
    try {
      await this.subscriber.subscribe(this.channel, this.receive)
    } catch {
      return
    }
    this.isConnected = true
    this.log.info('messages between nodes are received over Redis')
    this.events?.connected()
  }

  private readonly receive = (payload: string) => this.events?.received(payload)

  private lose(error: unknown): void {
    if (!this.isConnected) return
    this.isConnected = false
    this.log.warn({ err: error }, 'lost the Redis connection for messages between nodes')
    this.events?.lost()
  }
}

function connect(client: RedisClient): void {
  client.connect().catch(() => undefined)
}
