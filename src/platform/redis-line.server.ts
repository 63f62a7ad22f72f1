import type { Log } from './log.server.ts'
import type { RedisClient } from './redis.server.ts'

/** Milliseconds for a message to be taken: after that it goes over the database. */
const PATIENCE_MS = 200

/** Carries the messages of the bus over a Redis: what is sent reaches all nodes that listen at that moment. */
export class RedisLine {
  private readonly client: RedisClient
  private readonly listener: RedisClient
  private readonly channel: string
  private readonly log: Pick<Log, 'warn' | 'info'>
  private wasReady = false

  constructor(client: RedisClient, channel: string, log: Pick<Log, 'warn' | 'info'>) {
    this.client = client
    this.listener = client.duplicate()
    this.channel = channel
    this.log = log
    this.listener.on('error', () => undefined)
  }

  /** @param missed called when the line was broken, and listens again: nobody knows what was said meanwhile */
  start(receive: (payload: string) => void, missed: () => void): void {
    // The client subscribes again before it says so.
    this.listener.on('ready', () => {
      if (!this.wasReady) return
      this.log.info('messages of other nodes come over Redis again')
      missed()
    })
    this.listener
      .connect()
      .then(() => this.listener.subscribe(this.channel, receive))
      .then(() => {
        this.wasReady = true
        // Others may have written since this node began to read.
        missed()
      })
      .catch(() => undefined)
  }

  stop(): void {
    if (this.listener.isOpen) this.listener.destroy()
  }

  /** False when nobody took it. */
  async send(payload: string): Promise<boolean> {
    if (!this.client.isReady) return false
    const { promise: late, resolve } = Promise.withResolvers<false>()
    const timer = setTimeout(() => resolve(false), PATIENCE_MS)
    const sent = this.client.publish(this.channel, payload).then(
      () => true,
      () => false,
    )
    return Promise.race([sent, late]).finally(() => clearTimeout(timer))
  }
}
